import Schemas
import Testing
import TraceAnalyzer
import TraceModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The machines as they are published: `Schemas/machines.json` says what the literal says.
@Suite(.tags(.small)) struct MachineFileTests {
  @Test func `the published machines are those that judge`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(MachineFile(Machines.all)), as: UTF8.self) + "\n"
    try KeptText.expect(text, in: "Schemas/machines.json")
    if !KeptText.isUpdated { #expect(Schema.machines.bytes == Array(text.utf8)) }
  }

  @Test(arguments: Machines.all)
  func `a machine names only its own states, and no pair twice`(_ machine: Machine) {
    var pairs: Set<String> = []
    for transition in machine.transitions {
      for state in transition.from + [transition.to].compactMap(\.self) {
        #expect(machine.states.contains(state))
      }
      for state in transition.from {
        #expect(pairs.insert("\(state) \(transition.event)").inserted)
      }
    }
    for entry in machine.illegal {
      #expect(entry.state.map(machine.states.contains) ?? true)
      guard let state = entry.state, let event = entry.event else { continue }
      #expect(pairs.insert("\(state) \(event)").inserted, "legal and illegal")
    }
    for state in [machine.initial] + machine.final { #expect(machine.states.contains(state)) }
    #expect(machine.states.count <= 16)
  }
}

/// The file's shape.
private struct MachineFile: Encodable {
  struct Entry: Encodable {
    var name: String
    var key: [String]
    var appliesTo: String?
    var requires: [String]?
    var severity: String?
    var initial: String
    var final: [String]
    var states: [String]
    var transitions: [Transition]
    var illegal: [Illegal]
  }

  struct Transition: Encodable {
    var from: [String]
    var event: String
    var to: String
    var quirk: String?
  }

  struct Illegal: Encodable {
    var state: String
    var event: String
    var severity: String
    var cause: String
  }

  var version = 1
  var about = [
    "appliesTo":
      "'app-based': judged only for a launch of model app, or one without scene events",
    "final":
      "after such a state no event of the app is legal, whichever machine it belongs to",
    "illegal":
      "how bad a pair without a transition is, and what usually causes it; '*' is any; a pair that"
      + " is not listed has the machine's severity, or error",
    "requires": "events without these fields take no part",
    "transitions":
      "from and event give to; '=' keeps the state; quirk: legal, seen in the field, reported only on"
      + " request",
  ]
  var machines: [Entry]

  init(_ machines: [Machine]) { self.machines = machines.map(Entry.init) }
}

extension MachineFile.Entry {
  init(_ machine: Machine) {
    name = machine.id.name
    key = machine.key
    appliesTo = machine.isAppBased ? "app-based" : nil
    requires = machine.requires.isEmpty ? nil : machine.requires
    severity = machine.severity?.name
    initial = machine.initial
    final = machine.final
    states = machine.states
    transitions = machine.transitions.map {
      .init(from: $0.from, event: $0.event.name, to: $0.to ?? "=", quirk: $0.quirk)
    }
    illegal = machine.illegal.map {
      .init(
        state: $0.state ?? "*", event: $0.event?.name ?? "*", severity: $0.severity.name,
        cause: $0.cause)
    }
  }
}
