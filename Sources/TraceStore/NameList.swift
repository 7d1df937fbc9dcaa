/// Several names in one text, as a column of a store holds them: with a `|` between two, and a `\` in front of each `|`
/// and `\` that a name has, as in `sync|a\|b|` for `sync`, `a|b` and no name.
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

  /// The names in a text; at least one, which may be empty.
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
