import TraceAnalyzer
package import TraceModel

/// One page of HTML without a script: a sentence, sections with pictures, and a foot.
package struct Page: Sendable {
  /// A picture with what stands above it.
  struct Figure: Sendable {
    let title, detail: Sentence
    let picture: Picture
    /// The same for windows that are narrower than the picture.
    var narrow: Picture?
  }

  /// A section of a page under a heading.
  struct Section: Sendable {
    let heading: Sentence
    /// The name of its anchor, to which links lead.
    var id: String?
    var sentence: Sentence = ""
    /// What is said below the sentence.
    var detail: Sentence = ""
    var figures: [Figure] = []
    var content: [Markup] = []
    /// The numbers of its pictures, folded.
    var numbers: [Table] = []
  }

  /// About how many bytes a table and a list of findings have at most.
  private static let mostBytes = 800_000
  /// Why what is printed may differ from its sum by one.
  private static let rounding: Sentence =
    "Numbers are rounded one by one; sums and differences are made of what they were before."
  /// The anchor of the launch that is shown by itself.
  static let launchID = "launch"
  /// The greatest number of rows of a table, of findings, and of pictures of a section.
  static let mostRows = 500
  package static let mostFindings = 200
  static let mostFigures = 24

  /// The title that the user gave it; nil to be called by its result.
  package var title: Sentence?
  /// What it is about: apps, or a launch.
  var subject: Sentence
  /// The result as a sentence.
  var headline: Sentence
  /// On what it rests.
  var grounds: [Sentence]
  /// Those without content are left out.
  var sections: [Section]
  var foot: Sentence

  /// The whole page.
  var text: String {
    var number = 0
    let parts = sections.filter { !$0.figures.isEmpty || !$0.content.isEmpty }.map { section -> Markup in
      let figures = section.figures.prefix(Self.mostFigures).map { figure -> Markup in
        number += 1
        return Self.markup(figure, number: number)
      }
      let small = zip(section.figures, figures).filter { $0.0.picture.width <= 400 }.map(\.1)
      let wide = zip(section.figures, figures).filter { $0.0.picture.width > 400 }.map(\.1)
      let more = section.figures.count - figures.count
      let content =
        (small.isEmpty ? [] : [.tag(.div, "grid", small)]) + wide
        + (more > 0 ? [.tag(.p, "note small", ["\(count: more) more are not drawn."])] : []) + section.content
        + Self.numbers(section)
      let sentence = [section.sentence, section.detail].filter { !$0.isEmpty }.map { text -> Markup in
        .tag(.p, [], [.text(text)])
      }
      return .tag(
        .section, section.id.map { [.init(.id, $0)] } ?? [],
        [.tag(.h2, [], [.text(section.heading)])] + sentence + content)
    }
    let above = [title?.cut(to: Sentence.mostOfName) ?? "", subject].filter { !$0.isEmpty }.joined(separator: " · ")
    let header: Markup = .tag(
      .header, [],
      (above.isEmpty ? [] : [.tag(.p, "small", [.text(above)])]) + [.tag(.h1, [], [.text(headline)])]
        + grounds.map { .tag(.p, [], [.text($0)]) })
    let head: [Markup] = [
      .tag(.meta, [.init(.charset, "utf-8")]),
      .tag(.meta, [.init(.httpEquiv, "Content-Security-Policy"), .init(.content, PageStyle.policy)]),
      .tag(.meta, [.init(.name, "viewport"), .init(.content, "width=device-width, initial-scale=1")]),
      .tag(.title, [], [.text(title ?? headline)]), .style,
    ]
    // Hidden where there are no styles, which show it to those who come to it with the keyboard.
    let skip: Markup = .tag(
      .a, [.init(.class, "skip"), .init(.href, "#main"), .init(.hidden, "")], ["Skip to the content"])
    let body: [Markup] = [
      skip, header, .tag(.main, [.init(.id, "main")], parts),
      .tag(.footer, [], [foot, Self.rounding].map { .tag(.p, [], [.text($0)]) }),
    ]
    var page = "<!DOCTYPE html>\n"
    Markup.tag(.html, [.init(.lang, "en")], [.tag(.head, [], head), .tag(.body, [], body)]).write(to: &page)
    return page + "\n"
  }

  private static func markup(_ figure: Figure, number: Int) -> Markup {
    let picture = figure.picture.markup(name: "p\(number)")
    let isWide = figure.picture.width > 400
    let caption: [Markup] =
      [.tag(.strong, [], [.text(figure.title)])]
      + (figure.detail.isEmpty ? [] : [.tag(.div, [], [.text(figure.detail)])])
    let drawings = figure.narrow.map { narrow in
      [
        .tag(.div, "broad", [picture]),
        Markup.tag(.div, [.init(.class, "narrow"), .init(.hidden, "")], [narrow.markup(name: "p\(number)n")]),
      ]
    }
    return .tag(
      .figure, isWide ? [.init(.class, "wide")] : [], [.tag(.figcaption, [], caption)] + (drawings ?? [picture]))
  }

  /// What is wider than a small screen, in a box of its own that scrolls, and says so in a window that is too narrow.
  ///
  /// The words are hidden where there are no styles, as no box scrolls there. A screen reader announces the box.
  private static func scrolling(_ content: Markup, width: Double, label: Sentence) -> Markup {
    let box: Markup = .tag(
      .div,
      [.init(.class, "scroll"), .init(.tabindex, "0"), .init(.role, "region"), .init(.ariaLabel, label)], [content])
    guard let narrow = PageStyle.narrowWidths.last(where: { Double($0) <= width + 32 }) else { return box }
    let words: Markup = .tag(.span, [.init(.ariaHidden, "true")], ["Scroll sideways for the rest."])
    let hint: Markup = .tag(.p, [.init(.class, "small past\(narrow)"), .init(.hidden, "")], [words])
    return .tag(.div, [], [hint, box])
  }

  /// About how wide a cell is at least, in pixels, in a font of 13: what is short stays on one line.
  private static func width(_ text: String, _ classes: [Markup.Attribute]) -> Double {
    if classes.contains(.init(.class, "long")) { return 250 }
    let words = classes.isEmpty ? text.split { " -/".contains($0) }.map(\.count) : [text.count]
    return Double(words.max() ?? 0) * 6.5 + 16
  }

  private static func numbers(_ section: Section) -> [Markup] {
    section.numbers.filter { !$0.rows.isEmpty }.map { table in
      .tag(
        .details, [],
        [.tag(.summary, [], [.text("Numbers: \(section.heading)")]), markup(table, label: section.heading)])
    }
  }

  /// A table as people read it; as many of its rows as are read by anybody, one of which may stand out.
  static func markup(_ table: Table, label: Sentence, strongRow: Int? = nil) -> Markup {
    let columns = table.columns.indices.filter { table.columns[$0].audience != .programs }
    let shown = columns.filter { column in
      !table.columns[column].isOptional || table.rows.contains { !$0[column].forPrograms.isEmpty }
    }
    // What people see below a row on a terminal is its last cell here.
    func details(_ row: [Cell]) -> Sentence {
      row.dropFirst(table.columns.count).map(\.forPeople).filter { $0 != "-" }.joined(separator: "; ")
    }
    let hasDetails = table.rows.contains { !details($0).isEmpty }
    let because: [(Sentence, [Markup.Attribute])] = hasDetails ? [("because", [])] : []
    let titles = shown.map { (table.columns[$0].title, align(table, $0)) } + because
    let head: [Markup] = titles.map { title, align in .tag(.th, [.init(.scope, "col")] + align, [.text(title)]) }
    var widths = titles.map { width($0.0.description, [.init(.class, "short")]) }
    var bytes = 0
    var rows: [Markup] = []
    for (number, row) in table.rows.prefix(mostRows).enumerated() {
      var cells: [Markup] = shown.enumerated().map { index, column in
        let cell = row[column].forPeople.cut(to: Sentence.mostOfName)
        let words = cell.description
        let text: [Markup] = number == strongRow ? [.tag(.strong, [], [.text(cell)])] : [.text(cell)]
        let isHead = column == shown[0]
        let cellAlign = align(table, column)
        // Names at the beginning of rows may be broken, days and weeks may not.
        let own = !cellAlign.isEmpty ? cellAlign : isHead && !isStep(words) ? [] : fit(words)
        widths[index] = max(widths[index], width(words, own))
        return isHead ? .tag(.th, [.init(.scope, "row")] + own, text) : .tag(.td, own, text)
      }
      if hasDetails {
        let text = details(row).cut(to: Sentence.mostOfName)
        let own = fit(text.description)
        cells.append(.tag(.td, own, [.text(text)]))
        widths[widths.count - 1] = max(widths[widths.count - 1], width(text.description, own))
      }
      let markup: Markup = .tag(.tr, [], cells)
      bytes += markup.byteCount
      if bytes > mostBytes { break }
      rows.append(markup)
    }
    let more = table.rows.count - rows.count
    let notes = table.notes + (more > 0 ? ["\(count: more, "more row") not shown"] : [])
    let all: Markup = .tag(
      .table, [],
      [
        .tag(.caption, [], [.text(table.heading)]), .tag(.thead, [], [.tag(.tr, [], head)]), .tag(.tbody, [], rows),
      ])
    return .tag(
      .div, [],
      [scrolling(all, width: widths.reduce(0, +), label: "Table: \(label)")]
        + notes.map { .tag(.p, "small", [.text($0)]) })
  }

  /// What is a few words long stays on one line, as intervals do; what is longer has room for several words a line.
  private static func fit(_ text: String) -> [Markup.Attribute] {
    [.init(.class, text.utf8.count <= 36 ? "short" : "long")]
  }

  /// True of a day, a week or a month, as in `2025-11-24`, `2025-W48` or `2025-11`.
  private static func isStep(_ text: String) -> Bool {
    text.utf8.count <= 10 && text.allSatisfy { $0.isASCII && ($0.isNumber || "-W".contains($0)) }
  }

  /// Numbers stand at the right of their column.
  private static func align(_ table: Table, _ column: Int) -> [Markup.Attribute] {
    // So do differences and their intervals in words, as in `+16 %`.
    let isText = table.rows.contains { row in
      row[column].isText && !row[column].forPrograms.isEmpty && !["+", "−"].contains(row[column].forPrograms.first)
    }
    return isText ? [] : [.init(.class, "number")]
  }

  /// A list of what was found, the worst first.
  static func list(_ findings: [PageFinding]) -> [Markup] {
    var bytes = 0
    var items: [Markup] = []
    for finding in findings.prefix(mostFindings) {
      let item = finding.markup
      bytes += item.byteCount
      if bytes > mostBytes { break }
      items.append(item)
    }
    let more = findings.count - items.count
    let rest: [Markup] = more > 0 ? [.tag(.p, "note small", [.text("\(count: more) more are not shown.")])] : []
    return items.isEmpty ? rest : [.tag(.ul, [], items)] + rest
  }
}

/// A finding on a page.
struct PageFinding {
  let severity: Severity
  let message: Sentence
  /// What is said below it, a line each: rule, version, how often, where; then the cause.
  ///
  /// An element of a line may be several names, each of which may run from right to left.
  let details: [[[Sentence]]]
  /// Names and what they are, folded.
  let evidence: [(name: String, value: String)]
  /// The event that shows it, and those around it.
  var excerpt: EventExcerpt?
  /// What a link to the launch that shows it says, where the page has that below; else nil.
  var link: Sentence?

  /// A finding, or several with one cause of which it is the worst.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - message: What was found.
  ///   - version: The version of the app; nil where the message or `share` says it.
  ///   - share: In how many launches it is, or the names of what it is about; empty of one that is shown by itself.
  ///   - excerpt: The event that shows it.
  ///   - shownLaunch: The launch that the page shows by itself.
  init(
    _ finding: Finding, message: Sentence, version: String?, share: [Sentence], _ excerpt: EventExcerpt?,
    shownLaunch: String? = nil
  ) {
    self.excerpt = excerpt
    if let shownLaunch, finding.exampleLaunch == shownLaunch {
      link = finding.launch == nil ? "The slowest of these launches, below" : "This launch, below"
    }
    severity = finding.severity
    self.message = message
    let doubt: Sentence = finding.confidence == .certain ? "" : " (possible, not certain)"
    let line = finding.source.map { "\(name: $0.file):\($0.line)" as Sentence }
    let facts: [[Sentence]] = [
      ["\(name: finding.severity.name)\(doubt)"], ["\(name: finding.rule.name)"], version.map { ["\(name: $0)"] } ?? [],
      share, line.map { [$0] } ?? [],
    ]
    let shown = facts.filter { !$0.isEmpty }.map { names in names.map { $0.cut(to: Sentence.mostOfName) } }
    let cause: Sentence? = finding.cause.map { "Cause: \($0.cut(to: Sentence.mostOfName))" }
    details = [shown] + (cause.map { [[[$0]]] } ?? [])
    let all: [(String, String?)] = [
      ("launch", finding.launch), ("event", finding.event), ("time", finding.time), ("scene", finding.scene),
      ("task", finding.task), ("view", finding.view), ("states before it", finding.states?.joined(separator: " or ")),
      ("expected there", finding.expected?.joined(separator: ", ")), ("fingerprint", finding.fingerprint),
    ]
    evidence = all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// A finding that differs between two sides.
  init(_ change: FindingChange, _ text: CompareText) {
    severity = change.severity
    message = change.message
    let shares = [(change.baseLaunches, change.baseOf), (change.headLaunches, change.headOf)]
    let counts = shares.map { CompareText.share($0.0, of: $0.1) }.joined(separator: ", then ")
    let doubt: Sentence = change.confidence == .certain ? "" : " (possible, not certain)"
    let launches: [Sentence] = change.baseOf == nil ? [] : ["\(counts) launches"]
    let words = CompareText.words(change.change, base: text.names.base, head: text.names.head)
    let facts: [Sentence] = [words, "\(name: change.severity.name)\(doubt)", "\(name: change.rule.name)"]
    details = [(facts + launches).map { [$0] }]
    evidence = []
  }

  var markup: Markup {
    let lines: [Markup] = details.map { .tag(.p, [], Self.isolated($0)) }
    let facts = evidence.map { name, value -> Markup in
      .tag(.p, [], [.text("\(name: name): "), .tag(.code, [], [.text(.name(value))])])
    }
    let link: [Markup] =
      link.map { [.tag(.p, [], [.tag(.a, [.init(.href, "#\(Page.launchID)")], [.text($0)])])] } ?? []
    let events = excerpt.map { [Page.markup($0.table, label: "events around: \(message)", strongRow: $0.row)] } ?? []
    let folded: [Markup] =
      facts.isEmpty ? [] : [.tag(.details, [], [.tag(.summary, [], ["Evidence"])] + facts + link + events)]
    // Where there are no styles, too, the badge stands before its message.
    return .tag(
      .li, [],
      [.tag(.h3, [], [Badge.markup(severity), .text(" \(message.cut(to: Sentence.mostOfName))")])] + lines + folded)
  }

  /// A line in which each name has a direction of its own: two from right to left would else be swapped.
  private static func isolated(_ parts: [[Sentence]]) -> [Markup] {
    parts.enumerated().flatMap { element, names in
      names.enumerated().flatMap { index, name -> [Markup] in
        let separator: Sentence = index > 0 ? " " : element > 0 ? " · " : ""
        return (separator.isEmpty ? [] : [.text(separator)]) + [.tag(.bdi, [], [.text(name)])]
      }
    }
  }
}
