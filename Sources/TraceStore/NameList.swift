/// Several names in one text of the store, separated by `|`, with `\` before each `|` and `\` of a name: `sync|a\|b|`
/// is `sync`, `a|b` and an empty name.
enum NameList {
  static func joined(_ names: [String]) -> String {
    var text = ""
    for (index, name) in names.enumerated() {
      if index > 0 { text.unicodeScalars.append("|") }
      for scalar in name.unicodeScalars {
        if scalar == "|" || scalar == "\\" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The names in a text: at least one, which may be empty.
  static func names(in text: String) -> [String] {
    var names = [""]
    var isPlain = false
    for scalar in text.unicodeScalars {
      if isPlain || scalar != "|" && scalar != "\\" {
        names[names.count - 1].unicodeScalars.append(scalar)
        isPlain = false
      } else if scalar == "|" {
        names.append("")
      } else {
        isPlain = true
      }
    }
    return names
  }
}
