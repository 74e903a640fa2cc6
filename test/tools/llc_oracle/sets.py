"""The sets of questions that can be compared, each a list of pieces of work that a process can do alone.

A piece of work, called, returns (question as an object, LLVM's answer) pairs.
"""
import functools
import itertools

from . import expected, questions


def _answered(asked, full, per_function=100):
    return [(question.batch(), answer) for question, answer in expected.of_setting(asked, full, per_function).items()]


def _work(ask, setting, full):
    return _answered(list(ask(setting)), full)


def _pairs_work(ask, setting, full):
    asked = list(ask(setting))
    return _answered(asked if full else questions.every_pair(asked), full)


def _further(full):
    """The questions about all further settings as one list: each pair of values once, not once a setting."""
    asked = [question for setting in questions.FURTHER_SETTINGS for question in questions.of_setting(setting)]
    asked = asked if full else questions.every_pair(asked)
    groups = itertools.groupby(asked, key=lambda question: question.setting)
    return [functools.partial(_answered, list(group), full) for _, group in groups]


def _alone_work(setting, full):
    asked = questions.every_pair(questions.of_setting(setting))
    asked = [question for question in asked if not expected.dies(question)]
    return _answered(asked, full, per_function=1)


def _lds_dma_work(transfer, setting, full):
    fences = [question for question in questions.of_setting(setting) if question.op == "fence"]
    return [(question.batch(), answer) for question, answer in expected.with_lds_dma(fences, transfer).items()]


def _illegal_work():
    asked = questions.illegal(questions.SETTINGS[-1])
    return [(question.batch(), expected.death(question)) for question in asked]


def _set(work, settings):
    return lambda full: [functools.partial(work, setting, full) for setting in settings]


_NEWEST = [setting for setting in questions.FAMILIES if setting.target in ("gfx1200", "gfx1250")]
_GFX125 = questions.SETTINGS[-2:]
_GFX950 = [setting for setting in questions.SETTINGS if setting.target == "gfx950"]
_BUFFER_TO_LDS = [setting for setting in questions.FAMILIES
                  if setting.target in ("gfx900", "gfx90a", "gfx942", "gfx1030")]
_GLOBAL_TO_LDS = [setting for setting in questions.SETTINGS if setting.target in ("gfx942", "gfx950")]

# name -> what makes the pieces of work, given whether everything is asked or, where there is too much for a
# test suite, a part that holds each pair of values.
SETS = {
    # Every combination on every processor that stands for others.
    "main": _set(functools.partial(_work, questions.of_setting), questions.SETTINGS),
    # The other processors and the generic targets.
    "further": _further,
    # The same answers if each operation has a function of its own.
    "alone": _set(_alone_work, [questions.Setting("gfx900", ""), questions.Setting("gfx942", "+tgsplit"),
                                questions.Setting("gfx1200", "+cumode"), questions.Setting("gfx1250", "")]),
    "widths": _set(functools.partial(_pairs_work, questions.widths), questions.FAMILIES),
    "modifications": _set(functools.partial(_pairs_work, questions.modifications), questions.FAMILIES),
    "volatile-atomics": _set(functools.partial(_pairs_work, questions.volatile_atomics), questions.FAMILIES),
    "last-uses": _set(functools.partial(_work, questions.last_uses), _NEWEST),
    "cooperative": _set(functools.partial(_work, questions.cooperative), _GFX125),
    "one-wave": _set(functools.partial(_pairs_work, questions.one_wave), questions.FAMILIES),
    # Loads to LDS past the registers.
    "transfers": _set(functools.partial(_work, questions.transfers), questions.FAMILIES + _GFX950),
    # Fences with a transfer to LDS in flight.
    "lds-dma": lambda full: [functools.partial(_lds_dma_work, transfer, setting, full)
                             for transfer, settings in (("buffer", _BUFFER_TO_LDS), ("global", _GLOBAL_TO_LDS))
                             for setting in settings],
    # What LLVM IR itself does not allow.
    "illegal": lambda full: [_illegal_work],
}
