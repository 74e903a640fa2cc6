# vmcnt(1) for vmcnt(0).
fencepost lower --rewrite -mcpu=gfx942 - | sed 's/s.waitcnt(i32 3952)/s.waitcnt(i32 3953)/'
