import TraceModel

extension Page {
  /// The page of chosen sections of a report: the tables of each.
  package init(_ sections: [any ReportSection], _ facts: PageFacts) {
    let names = sections.map { type(of: $0).name.replacing("-", with: " ") }
    subject = facts.subjectText
    headline = ("\(name: names.joined(separator: ", "))" as Sentence).capitalized
    grounds = [facts.subject.text]
    foot = facts.foot
    self.sections = zip(sections, names).map { section, name in
      let heading = ("\(name: name)" as Sentence).capitalized
      return Section(
        heading: heading, sentence: "\(name: type(of: section).help).",
        content: section.tables.map { Self.markup($0, label: heading) })
    }
    if let metrics = facts.metrics { self.sections.append(Self.metricsSection(metrics)) }
  }
}
