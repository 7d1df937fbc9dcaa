/// A name as the words that it is made of, in lower case: `app_did_become_active`, `AppDidBecomeActive` and
/// `App Did Become Active` are the same four.
enum NameWords {
  /// The words of a name; marks part them, and capitals as in `didBecomeActive` and `URLOpened`.
  static func words(of name: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    func end() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for (place, letter) in letters.enumerated() {
      guard letter.isLetter || letter.isNumber else {
        end()
        continue
      }
      if letter.isUppercase, let last = word.last {
        let isFollowed = place + 1 < letters.count && letters[place + 1].isLowercase
        if !last.isUppercase || isFollowed { end() }
      }
      word.append(letter)
    }
    end()
    return words
  }

  /// Letters and digits alone, in lower case: `appdidbecomeactive`.
  static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Other forms of words, and their common one.
  private static let forms: [String: [String]] = {
    let lists = [
      "app": "application uiapplication", "scene": "uiscene windowscene window uiwindowscene",
      "view": "viewcontroller uiviewcontroller", "background": "bg backgrounded backgrounding",
      "foreground": "fg foregrounded foregrounding", "active": "activate activated activates activation",
      "inactive": "deactivate deactivated deactivates deactivation",
      "become": "became becomes becoming",
      "enter": "entered enters entering went goes go sent came comes come moved moves returned returns return",
      "resign": "resigned resigns resigning", "launch": "launched launches launching",
      "finish": "finished finishes finishing complete completed completes done",
      "start": "started starts starting startup begin began begun begins",
      "end": "ended ends ending stop stopped stops",
      "terminate": "terminated terminates terminating termination", "connect": "connected connects connecting",
      "disconnect": "disconnected disconnects disconnecting", "exit": "exited exits quit",
      "open": "opened opens opening",
      "expire": "expired expires expiring expiration expiry", "show": "shown shows", "hide": "hidden hides",
      "draw": "drawn drew rendered render displayed display presented present painted paint",
      "load": "loaded loads", "appear": "appeared appears appearing", "disappear": "disappeared disappears",
      "resume": "resumed resumes resuming", "pause": "paused pauses", "create": "created creates",
      "receive": "received receives", "submit": "submitted submits scheduled schedule",
      "register": "registered registers", "hang": "hung hangs", "suspend": "suspended suspends",
    ]
    var forms: [String: [String]] = ["bgtask": ["background", "task"], "backgroundtask": ["background", "task"]]
    for (common, others) in lists { for form in others.split(separator: " ") { forms[String(form)] = [common] } }
    return forms
  }()

  /// Words that say nothing of what happened.
  private static let fillers: Set = [
    "notification", "event", "evt", "the", "has", "was", "is", "of", "to", "into", "in", "a", "an", "with", "options",
    "ios", "lifecycle", "life", "cycle", "lc", "log", "ui", "mobile", "delegate", "appdelegate", "scenedelegate",
  ]

  /// Words in their common form, without those that say nothing: `Application Went To Background` is
  /// `app enter background`.
  static func common(_ words: [String]) -> [String] {
    words.filter { !fillers.contains($0) }.flatMap { forms[$0] ?? [$0] }
  }
}
