extension Explain {
  /// What a clean result means, and what it does not.
  static let soundness = """
    A clean check says that no order that was recorded contradicts the life-cycle machines, and that
    no duration that was recorded is over its budget. It says nothing of what was not recorded.

    Replay never guesses: it carries every state that a machine may be in.
    - A launch that was not seen from its start begins in any state.
    - Where events were lost, each machine may have moved as far as that many events lead.
    - An event is illegal only if no state that is left allows it. That is told once; replay goes on
      from wherever the event leads, so that one fault is one finding.

    A step that would be legal after an event which the recorder never writes is counted, not told
    (trace.unrecorded). Where nobody knows whether it is written, the finding is 'possible', and
    --records settles it. 'possible' is also what rests on an order in doubt: equal times without
    seq, or a wall clock that steps back. What is 'certain' holds whatever was lost.

    That nothing was found does not mean that nothing was wrong: the last line of 'tracetool check'
    tells how many steps could be judged. Extensions, and systems other than iOS, iPadOS and tvOS,
    are not judged. A log that just stops is no fault: iOS kills suspended apps without a word.

    """

  /// What launch times are, and how they compare with Apple's.
  static let launchTimes = """
    A launch time goes from launch.request, else process.start, else process.main, else the entry of
    willFinishLaunching or didFinishLaunching, to launch.firstFrame, else the activation. Each names
    both ends; times between other ends are another measure and never share a percentile.

    Beside Apple's numbers:
    - MetricKit's timeToFirstDraw ends when the first frame is committed, before it is on glass; a
      launch.firstFrame whose attributes.frame is 'displayLink' or 'presented' comes one or two
      frames later. Compare it with cold, warm and unclassified together: Apple does not split them.
    - optimizedTimeToFirstDraw compares with 'prewarmed', applicationResumeTime with a resume to its
      first frame, extendedLaunch with what launch.fullyDrawn ends.
    - Xcode's Organizer shows tap to first frame after the launch screen, 50th and 90th percentile;
      process.start comes 10 to 84 ms after the tap (this project: nine real launches).
    - 'cold' and 'warm' are told from boot, versions and age; Apple means what is in memory.

    'tracetool explain launch' has the budget, 'tracetool explain inferences' what tells the kinds.

    """
}
