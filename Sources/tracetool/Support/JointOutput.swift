import Synchronization
import TraceModel
import TracePipeline

/// The output of inputs that are read at once: one progress line, and messages held to be written input by input.
///
/// So the output does not depend on which input is read first.
final class JointOutput: Sendable {
  struct Channel: Sendable {
    fileprivate let output: JointOutput
    fileprivate let number: Int

    func update(_ progress: RunProgress) { output.update(progress, of: number) }

    /// Holds a message about its input.
    func hold(_ message: Sentence) { output.state.withLock { $0.messages[number].append(message) } }
  }

  private struct State {
    var progress: [RunProgress]
    var messages: [[Sentence]]
    var line: Progress
  }

  private let state: Mutex<State>

  /// The output of `count` inputs, whose progress `line` shows.
  init(count: Int, line: sending Progress) {
    let progress = [RunProgress](repeating: RunProgress(), count: count)
    state = Mutex(State(progress: progress, messages: [[Sentence]](repeating: [], count: count), line: line))
  }

  func channel(_ number: Int) -> Channel { Channel(output: self, number: number) }

  func messages(of number: Int) -> [Sentence] { state.withLock { $0.messages[number] } }

  func clear() { state.withLock { $0.line.clear() } }

  private func update(_ progress: RunProgress, of number: Int) {
    state.withLock { state in
      state.progress[number] = progress
      state.line.update(RunProgress(sumOf: state.progress))
    }
  }
}
