/// A page of help about a subject other than a command.
struct HelpTopic {
  let name: String
  let summary: String
  let text: String

  static let scenes = "scenes"

  static var all: [HelpTopic] {
    [
      HelpTopic(
        name: "recording", summary: "From an iPhone to the first finding, in six steps.",
        text: page(PackageResources.recording_txt)),
      HelpTopic(
        name: "soundness", summary: "What a clean check proves, and what it does not.",
        text: page(PackageResources.soundness_txt)),
      HelpTopic(
        name: "selecting", summary: "How --where chooses launches, and how values are written.",
        text: page(PackageResources.selecting_txt)),
      HelpTopic(
        name: "following", summary: "How growing logs are checked and stored, and when each line is printed.",
        text: page(PackageResources.following_txt)),
      HelpTopic(
        name: "launch-times", summary: "Where a launch time begins and ends, and how it compares with Apple's.",
        text: page(PackageResources.launch_times_txt)),
      HelpTopic(
        name: scenes, summary: "What 'compare' and 'check --scenes' report of the adoption of scenes.",
        text: page(PackageResources.scenes_txt)),
      HelpTopic(
        name: "parts", summary: "How logs are read in parts, on many cores or machines.",
        text: page(PackageResources.parts_txt)),
      HelpTopic(name: "rejects", summary: "Why a line is no event, and what to do.", text: ReadingPages.rejects),
      HelpTopic(
        name: "exit-codes", summary: "The exit codes, and when each is used.",
        text: exitCodes + "\n" + page(PackageResources.exit_codes_txt)),
    ]
  }

  private static var exitCodes: String {
    HelpPage().list("Exit codes", ExitCode.allCases.map { (term: "\($0.rawValue)", text: "\($0.meaning).") })
  }

  private static func page(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
