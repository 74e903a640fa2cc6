fencepost lower --rewrite -mcpu=gfx942 - | sed '/fence syncscope("wavefront")/d'
