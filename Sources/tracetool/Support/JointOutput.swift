import Synchronization
import TracePipeline

/// The output of several inputs that are read at once: one progress line for all of them, and their messages, held until
/// they can be written input by input.
///
/// So what a command writes is the same, whichever input is read first.
final class JointOutput: Sendable {
  /// What one of the inputs writes.
  struct Channel: Sendable {
    fileprivate let output: JointOutput
    fileprivate let number: Int

    /// Shows how far its input was read.
    func update(_ progress: RunProgress) { output.update(progress, of: number) }

    /// Holds a message about its input.
    func hold(_ message: String) { output.state.withLock { $0.messages[number].append(message) } }
  }

  private struct State {
    var progress: [RunProgress]
    var messages: [[String]]
    var line: Progress
  }

  private let state: Mutex<State>

  /// The output of so many inputs, whose progress `line` shows.
  init(count: Int, line: sending Progress) {
    let progress = [RunProgress](repeating: RunProgress(), count: count)
    state = Mutex(State(progress: progress, messages: [[String]](repeating: [], count: count), line: line))
  }

  /// The output of one of the inputs.
  func channel(_ number: Int) -> Channel { Channel(output: self, number: number) }

  /// The messages about one of the inputs.
  func messages(of number: Int) -> [String] { state.withLock { $0.messages[number] } }

  /// Clears the progress line.
  func clear() { state.withLock { $0.line.clear() } }

  private func update(_ progress: RunProgress, of number: Int) {
    state.withLock { state in
      state.progress[number] = progress
      state.line.update(RunProgress(sumOf: state.progress))
    }
  }
}
