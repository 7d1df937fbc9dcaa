import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

/// The page of `tracetool explain LAUNCH`: one launch in words.
struct LaunchPage {
  let dataset: LaunchDataset
  /// The findings that name the launch.
  let findings: [Finding]

  /// The page of a launch; `input` names the same logs or store to another command.
  func tables(of launch: Launch, input: String) throws -> [Table] {
    let recording = try dataset.launches.events.recording(of: launch)
    let explanation = LaunchExplanation(
      of: launch, recording, among: dataset.selected, findings, dataset.coverage(of: launch),
      dataset.launches.symbols)
    let words = ["tracetool", "show", DisplayText.shortID(launch.name)]
    let command = [Suggestion.command(words), input].filter { !$0.isEmpty }.joined(separator: " ")
    return explanation.tables(showCommand: command, input: input)
  }
}
