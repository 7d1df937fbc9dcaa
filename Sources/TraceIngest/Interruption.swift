import Synchronization

/// What a signal that asks the process to end means to those who wait for others.
package enum Interruption {
  private static let flag = Atomic<Bool>(false)

  /// True once somebody asked the process to end: a program that is silent is not waited for any longer.
  static var isAsked: Bool { flag.load(ordering: .relaxed) }

  /// Notes that somebody asked the process to end.
  package static func ask() { flag.store(true, ordering: .relaxed) }

  /// Ends the programs that have written all, and do not end by themselves.
  package static func endIdlePrograms() { Decompression.endAll(whichAreIdle: true) }

  /// Ends all programs that were started, as the process itself ends at once.
  package static func endPrograms() { Decompression.endAll(whichAreIdle: false) }
}
