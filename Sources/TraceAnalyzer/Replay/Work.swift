import TraceModel

/// A piece of work that an app marks.
struct Work {
  let begin: TimeMark
  var signature: Signature { begin.orderedEvent.signature }
  var event: Event { begin.orderedEvent.event }
  var name: TextID { signature.name.isNone ? event.task : signature.name }

  func began(before mark: TimeMark) -> Bool { begin.orderedEvent.clock < mark.orderedEvent.clock }

  /// True if it also still runs at a step, as no event was lost meanwhile that may be its end.
  func began(before mark: TimeMark, unlostAt step: Step) -> Bool { began(before: mark) && begin.nanos(to: step) != nil }

  /// True if an end is of this work; it may leave name and kind out.
  func isMeant(by step: Step) -> Bool {
    step.event.task == event.task && step.signature.taskKind.agrees(with: signature.taskKind)
      && step.signature.name.agrees(with: signature.name)
  }
}
