/// Pages of `tracetool explain` that are about no single rule.
enum Topics {
  static let all: [(String, String)] = [
    ("exit-codes", exitCodes), ("launch-times", launchTimes), ("soundness", soundness),
  ]

  private static let exitCodes = """
    0    fine
    1    findings that are certain and at or above --fail-on ('check' alone)
    2    the command line cannot be understood
    3    the data cannot answer: no event, no known event, too many rejects, nothing selected
    4    an input, the output or the store cannot be read or written
    70   a bug of tracetool's
    130  interrupted (Ctrl-C)
    141  the reader of the output went away
    143  terminated

    They do not depend on the output format.

    """

  private static let launchTimes = """
    A launch time runs from 'request' (the tap), else 'start' (the process), else 'main', else
    'launchBegin' (the first callback), to 'firstFrame', else 'sceneReady' (a system log's word
    for it), else 'active'. Each row names both ends. Times between different ends are different
    measures and never share a percentile: the most frequent pair is the headline.

    A prewarmed launch begins where it is wanted at last ('request', else 'resumed').

    Not counted: background launches, extensions, the Simulator and debuggers (--include counts
    them), launches without a start or an end, those that the person left before the end
    ('interrupted'), a wall clock that stepped back ('clock'), milestones out of order, and a
    launch of over 20 s that was not killed for it: it had no watchdog.

    A launch is 'cold' if the device has restarted, or its system or the app has changed, since
    its last launch of this app, or that is over 7 days ago; else 'warm'; 'unclassified' if no
    earlier launch is known. That is inferred from what the log holds; Apple's own tools mean
    what is in memory. Compare cold, warm and unclassified together with MetricKit's
    'timeToFirstDraw', and prewarmed with 'optimizedTimeToFirstDraw'.

    Percentiles are exact, linear between order statistics (type 7). '*' marks those above the
    median of fewer than 5 launches, '~' a time with an edge that is not really known.

    """

  private static let soundness = """
    A clean result means: no recorded order contradicts the life-cycle machines, and no recorded
    duration is over its budget. It does not mean that what was not recorded was right.

    What the log does not hold is never held against the app: events that were lost (holes in
    'seq'), kinds that the recorder never writes, and what came before the log began, only make
    fewer steps judged. How many were judged stands below every result.

    'certain' findings hold whatever the log left out; 'possible' ones may have another cause.
    Only certain findings make 'check' exit 1.

    """
}
