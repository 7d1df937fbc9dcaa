import Foundation
import Testing
import TraceAnalyzer
import TraceModel

/// Each rule finds what its own examples mark, and nothing in those that are clean.
@Suite(.tags(.small)) struct RuleExampleTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var rule: RuleID
    var text: String
    var testDescription: String { "\(rule.name): \(text.split(separator: "\n").count) lines" }

    /// The examples of all rules; those of one with its name in the environment, as in `RULE=resume.slow`.
    static let all: [Sample] = {
      let chosen = ProcessInfo.processInfo.environment["RULE"]
      let rules = Catalogue.descriptions.filter { chosen == nil || $0.id.name == chosen }
      precondition(!rules.isEmpty, "RULE=\(chosen ?? "") names no rule: 'tracetool explain' lists them")
      return rules.flatMap { rule in (rule.found + rule.clean).map { Sample(rule: rule.id, text: $0) } }
    }()

    /// Lines at which the rule finds something, as written in the example.
    func lines(_ timeline: Timeline, ignoring dropped: Int = 0) -> [Int] {
      timeline.report().findings.filter { $0.rule == rule }
        .compactMap { $0.source?.line }.sorted()
    }
  }

  /// A launch in which nothing is wrong.
  private static let legal = """
    0.1 s app.didFinishLaunching
    0.7 s app.didBecomeActive
    8.1 s app.willResignActive
    8.7 s app.didEnterBackground
    """

  @Test func `code of a rule fits a page, and its right form differs from its wrong one`() {
    let examples = Catalogue.descriptions.compactMap(\.code)
    #expect(examples.count >= 20)
    for example in examples {
      #expect(example.wrong != example.right)
      for text in [example.wrong, example.right] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 14 && lines.allSatisfy { $0.count <= 76 }, "\(text)")
      }
    }
  }

  @Test(arguments: Sample.all)
  func `it is found where the mark stands`(_ sample: Sample) {
    let timeline = Timeline(sample.text)
    #expect(sample.lines(timeline) == timeline.marked.map(Int.init))
  }

  @Test func `of a start and an end alone the watchdog's reason is in doubt`() {
    let end = "21 s process.exit reason=watchdog source=system"
    let bare = Timeline("0 s process.start\n" + end).found(patterns: true)
    #expect(bare.contains("2 launch.watchdog error?"), "\(bare)")
    let begun = Timeline("0 s process.start\n1 s app.didFinishLaunching phase=begin\n" + end).found(patterns: true)
    #expect(begun.contains("3 launch.watchdog error"), "\(begun)")
  }

  @Test(arguments: Sample.all)
  func `nor does it depend on time, numbers or other launches`(_ sample: Sample) {
    let marked = Timeline(sample.text).marked.map(Int.init)
    for options in [
      Timeline.Options(shift: 86_400_000_000_000), .init(hasSeq: !sample.text.contains("seq=")),
    ] {
      #expect(sample.lines(Timeline(sample.text, options)) == marked, "\(options)")
    }
    var both = Timeline(sample.text)
    both.add(Self.legal, .init(launch: "other"))
    #expect(sample.lines(both) == marked)
  }

  @Test(arguments: Sample.all)
  func `a cut at the front adds nothing`(_ sample: Sample) {
    let count = sample.text.split(separator: "\n").count
    let marked = Timeline(sample.text).marked.map(Int.init)
    for dropped in 1..<count {
      let timeline = Timeline(sample.text, .init(dropped: dropped))
      let lines = sample.lines(timeline).map { $0 + dropped }
      #expect(lines.allSatisfy(marked.contains), "\(dropped) lines cut: \(lines)")
    }
  }

  @Test func `each rule has a description, in which nothing is left empty`() {
    #expect(Catalogue.descriptions.map(\.id) == RuleID.allCases)
    for rule in Catalogue.descriptions {
      let texts =
        [rule.severity.text, rule.summary, rule.rationale, rule.remedy, rule.source] + [rule.cause].compactMap(\.self)
      #expect(!texts.contains(""), "\(rule.id.name)")
      #expect(texts.allSatisfy { !$0.hasPrefix(" ") && !$0.contains("\n") }, "\(rule.id.name)")
    }
  }

  @Test func `each budget has a name of its own, and a limit unless it is a phase's`() {
    let budgets = BudgetID.allCases.map(\.definition)
    #expect(Set(budgets.map(\.name)).count == budgets.count)
    for budget in budgets {
      #expect((budget.limit == nil) == budget.name.hasPrefix("phase."), "\(budget.name)")
      #expect(!budget.source.isEmpty)
    }
  }

  @Test func `each inference has its number, its meaning and its source`() {
    for inference in Inference.allCases {
      #expect(!inference.meaning.isEmpty && !inference.source.isEmpty)
      #expect(inference.nanos >= 1_000_000)
    }
  }

  @Test func `every other rule than these shows and clears itself`() {
    let silent = Catalogue.descriptions.filter { $0.found.isEmpty || $0.clean.isEmpty }.map(\.id)
    #expect(
      silent == [
        .`order.process`, .`order.app`, .`order.scene`, .`order.view`, .`order.task`, .`order.launch`, .`launch.slow`,
        .`launch.slow-phase`, .`launch.setup-repeated`, .`background.task-overrun`, .`background.task-leaked`,
        .`data.saved-only-on-deactivation`, .`trace.gap`, .`trace.unrecorded`,
      ])
  }
}
