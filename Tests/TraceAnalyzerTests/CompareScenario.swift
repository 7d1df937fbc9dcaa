import Foundation

@testable import TraceAnalyzer

/// Made launches of a base and a head, of which the true difference is known.
enum CompareScenario: String, CaseIterable, Sendable {
  case independent100, independent300, devices6x20, devices30x10, devices100x5, mixedModels, laboratory
  case laboratoryOfNeighbours, changedDevices, laboratoryOfResumes, unevenResumes
  case oneHeavyDevice, fewHeavyDevices, threeHeavyDevices, heavyBesideLight
  case oneDeviceOfEachModel, twoDevicesOfEachModel, fourDevicesOfEachModel, fiveLaunchesOfEachModel

  /// The scenario in words, as the README of these trials lists it.
  var name: String {
    switch self {
    case .independent100: "independent, 100 launches a side"
    case .independent300: "independent, 300 launches a side"
    case .devices6x20: "6 devices a side, about 20 launches each"
    case .devices30x10: "30 devices a side, about 10 launches each"
    case .devices100x5: "100 devices a side, about 5 launches each"
    case .mixedModels: "3 models, .5/.3/.2 in base and .3/.3/.4 in head, 300 launches a side"
    case .laboratory: "3 devices, 20 launches a side on each"
    case .laboratoryOfNeighbours: "3 devices, 20 launches a side on each, neighbours correlate by 0.2"
    case .changedDevices: "12 devices, 10 launches a side on each, which change by 5 % in between"
    case .laboratoryOfResumes: "3 devices, 8 launches a side on each of 10 resumes, which correlate by 0.5"
    case .unevenResumes: "3 devices, 6 launches a side on each, of 60 resumes in the first and of 2 in the others"
    case .oneHeavyDevice: "1 device of 200 launches against 20 devices of 3"
    case .fewHeavyDevices: "2 devices of 200 launches against 30 devices of 3"
    case .threeHeavyDevices: "3 devices of 200 launches against 30 devices of 3"
    case .heavyBesideLight: "1 device of 100 launches and 20 of 5 against 40 of 5"
    case .oneDeviceOfEachModel: "20 models, 1 device of each a side, about 30 launches each"
    case .twoDevicesOfEachModel: "10 models, 2 devices of each a side, about 10 launches each"
    case .fourDevicesOfEachModel: "10 models, 4 devices of each a side, about 6 launches each"
    case .fiveLaunchesOfEachModel: "20 models, 5 devices of each a side, 1 launch each"
    }
  }

  /// True if each device is compared with itself.
  var isByDevice: Bool {
    switch self {
    case .laboratory, .laboratoryOfNeighbours, .changedDevices, .laboratoryOfResumes, .unevenResumes: true
    default: false
    }
  }

  /// The test of both sides.
  func test(_ base: [Observation], _ head: [Observation]) -> RankTest {
    RankTest(base: base, head: head, isByDevice: isByDevice)
  }

  /// Both sides, of which each head launch takes `shift` milliseconds longer.
  func sides(shift: Double, _ generator: inout SeededGenerator) -> (base: [Observation], head: [Observation]) {
    switch self {
    case .laboratory: return Self.laboratory(devices: 3, launches: 20, shift: shift, &generator)
    case .laboratoryOfNeighbours:
      return Self.laboratory(devices: 3, launches: 20, correlation: 0.2, shift: shift, &generator)
    case .changedDevices: return Self.laboratory(devices: 12, launches: 10, change: 0.05, shift: shift, &generator)
    case .laboratoryOfResumes:
      return Self.resumes(devices: 3, of: [Int](repeating: 10, count: 8), shift: shift, &generator)
    case .unevenResumes: return Self.resumes(devices: 3, of: [60, 2, 2, 2, 2, 2], shift: shift, &generator)
    case .mixedModels:
      let base = Self.models([0.5, 0.3, 0.2], shift: 0, &generator)
      return (base, Self.models([0.3, 0.3, 0.4], shift: shift, &generator))
    case .oneHeavyDevice:
      return (Self.devices([200], shift: 0, &generator), Self.devices(20, of: 3, shift, &generator))
    case .fewHeavyDevices:
      return (Self.devices([200, 200], shift: 0, &generator), Self.devices(30, of: 3, shift, &generator))
    case .threeHeavyDevices:
      return (Self.devices([200, 200, 200], shift: 0, &generator), Self.devices(30, of: 3, shift, &generator))
    case .heavyBesideLight:
      let sizes = [100] + [Int](repeating: 5, count: 20)
      return (Self.devices(sizes, shift: 0, &generator), Self.devices(40, of: 5, shift, &generator))
    case .oneDeviceOfEachModel: return Self.everyModel(20, devices: 1, of: 15..<46, shift, &generator)
    case .twoDevicesOfEachModel: return Self.everyModel(10, devices: 2, of: 5..<16, shift, &generator)
    case .fourDevicesOfEachModel: return Self.everyModel(10, devices: 4, of: 3..<10, shift, &generator)
    case .fiveLaunchesOfEachModel: return Self.everyModel(20, devices: 5, of: 1..<2, shift, &generator)
    default:
      let base = side(shift: 0, &generator)
      return (base, side(shift: shift, &generator))
    }
  }

  /// Devices that differ by 30 %, first with base and then with head, and launches of each that differ by 10 %.
  ///
  /// A launch of a device correlates with the one before it by `correlation`; `change` is the standard deviation of how much
  /// devices change between base and head.
  private static func laboratory(
    devices: Int, launches: Int, correlation: Double = 0, change: Double = 0, shift: Double,
    _ generator: inout SeededGenerator
  ) -> (base: [Observation], head: [Observation]) {
    var sides: [[(milliseconds: Double, device: Int32)]] = [[], []]
    for device in 0..<devices {
      let usual = 420 * exp(0.3 * generator.normal())
      let changed = usual * exp(change * generator.normal())
      var level = generator.normal()
      for side in 0...1 {
        for _ in 0..<launches {
          level = correlation * level + (1 - correlation * correlation).squareRoot() * generator.normal()
          let time = (side == 0 ? usual : changed) * exp(0.1 * level) + (side == 0 ? 0 : shift)
          sides[side].append((time, Int32(device)))
        }
      }
    }
    let both = sides.map { side in
      let places = side.indices.map { Int32($0) }
      let runs = LaunchRuns(strata: side.map(\.device), indices: places, count: devices)
      return zip(side, runs.units).map { launch($0.milliseconds, $0.device, $1) }
    }
    return (both[0], both[1])
  }

  /// Devices that differ by 30 %, launches of each by 10 %, and so many resumes of each launch, by 10 % as well.
  private static func resumes(
    devices: Int, of counts: [Int], shift: Double, _ generator: inout SeededGenerator
  ) -> (base: [Observation], head: [Observation]) {
    let usual = (0..<devices).map { _ in 420 * exp(0.3 * generator.normal()) }
    func side(_ shift: Double, _ generator: inout SeededGenerator) -> [Observation] {
      var resumes: [(milliseconds: Double, device: Int32, launch: Int32)] = []
      for launch in 0..<devices * counts.count {
        let own = usual[launch / counts.count] * exp(0.1 * generator.normal())
        for _ in 0..<counts[launch % counts.count] {
          let device = Int32(launch / counts.count)
          resumes.append((own * exp(0.1 * generator.normal()) + shift, device, Int32(launch)))
        }
      }
      let runs = LaunchRuns(strata: resumes.map(\.device), indices: resumes.map(\.launch), count: devices)
      return zip(resumes, runs.units).map { Self.launch($0.milliseconds, $0.device, $1) }
    }
    let base = side(0, &generator)
    return (base, side(shift, &generator))
  }

  /// On each side as many devices of each model; models differ by 40 %, devices of one by 30 %, their launches by 25 %.
  private static func everyModel(
    _ models: Int32, devices: Int32, of launches: Range<Int>, _ shift: Double, _ generator: inout SeededGenerator
  ) -> (base: [Observation], head: [Observation]) {
    let usual = (0..<models).map { _ in 420 * exp(0.4 * generator.normal()) }
    func side(_ shift: Double) -> [Observation] {
      (0..<models * devices).flatMap { device in
        let own = usual[Int(device / devices)] * exp(0.3 * generator.normal())
        return (0..<Int.random(in: launches, using: &generator)).map { _ in
          launch(own * exp(0.25 * generator.normal()) + shift, device / devices, device)
        }
      }
    }
    let base = side(0)
    return (base, side(shift))
  }

  /// Both sides of the same devices and launches, of which these shares have something, and take 1 ns: some devices' twice
  /// as often as others'.
  func shares(_ base: Double, _ head: Double, _ generator: inout SeededGenerator)
    -> (base: [Observation], head: [Observation])
  {
    let made = sides(shift: 0, &generator)
    // In the laboratory a unit is a run of launches, and each launch one where devices have one launch.
    func side(_ launches: [Observation], _ share: Double) -> [Observation] {
      var factors: [Int32: Double] = [:]
      return launches.map { one in
        let factor = factors[one.unit] ?? (Bool.random(using: &generator) ? 4.0 / 3 : 2.0 / 3)
        factors[one.unit] = factor
        let isHit = generator.fraction() < share * factor
        return Observation(nanos: isHit ? 1 : 0, stratum: one.stratum, unit: one.unit)
      }
    }
    let first = side(made.base, base)
    return (first, side(made.head, head))
  }

  /// As many devices, each of so many launches.
  private static func devices(_ count: Int, of launches: Int, _ shift: Double, _ generator: inout SeededGenerator)
    -> [Observation]
  { devices([Int](repeating: launches, count: count), shift: shift, &generator) }

  /// Devices that differ by 20 %, each of so many launches, which differ by 25 %.
  private static func devices(_ sizes: [Int], shift: Double, _ generator: inout SeededGenerator) -> [Observation] {
    sizes.enumerated().flatMap { device, size in
      let usual = 420 * exp(0.2 * generator.normal())
      return (0..<size).map { _ in
        launch(usual * exp(0.25 * generator.normal()) + shift, 0, Int32(device))
      }
    }
  }

  private func side(shift: Double, _ generator: inout SeededGenerator) -> [Observation] {
    switch self {
    case .devices6x20: Self.devices(6, of: 20, shift: shift, &generator)
    case .devices30x10: Self.devices(30, of: 10, shift: shift, &generator)
    case .devices100x5: Self.devices(100, of: 5, shift: shift, &generator)
    default:
      (0..<Int32(self == .independent100 ? 100 : 300)).map { unit in
        Self.launch(420 * exp(0.3 * generator.normal()) + shift, 0, unit)
      }
    }
  }

  /// Devices that differ by 20 %, and launches of each that differ by 25 %.
  private static func devices(
    _ count: Int32, of launches: Int, shift: Double, _ generator: inout SeededGenerator
  ) -> [Observation] {
    (0..<count).flatMap { device in
      let usual = 420 * exp(0.2 * generator.normal())
      return (0..<Int.random(in: 1..<2 * launches, using: &generator)).map { _ in
        launch(usual * exp(0.25 * generator.normal()) + shift, 0, device)
      }
    }
  }

  /// Launches on three models, by the chances of each, with medians of 300, 450 and 800 ms.
  private static func models(
    _ chances: [Double], shift: Double, _ generator: inout SeededGenerator
  ) -> [Observation] {
    (0..<Int32(300)).map { unit in
      let draw = generator.fraction()
      let model = draw < chances[0] ? 0 : draw < chances[0] + chances[1] ? 1 : 2
      return launch([300, 450, 800][model] * exp(0.25 * generator.normal()) + shift, Int32(model), unit)
    }
  }

  private static func launch(_ milliseconds: Double, _ stratum: Int32, _ unit: Int32) -> Observation {
    Observation(nanos: Int64(milliseconds * 1_000_000), stratum: stratum, unit: unit)
  }
}

extension SeededGenerator {
  /// A number of the standard normal distribution, after Box and Muller.
  mutating func normal() -> Double {
    let radius = (-2 * log(1 - fraction())).squareRoot()
    return radius * cos(2 * Double.pi * fraction())
  }

  /// The number that `Double.random(in: 0..<1)` gives, without the generic code that takes long in a debug build.
  mutating func fraction() -> Double { Double(next() & (1 << 53 - 1)) * 0x1p-53 }
}
