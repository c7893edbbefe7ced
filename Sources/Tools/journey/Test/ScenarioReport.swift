import JourneyBase
import JourneyLanguage

/// The results of a journey's scenarios, and the parts of the journey that they have reached.
struct ScenarioReport: Sendable {
    struct Result: Sendable {
        let scenario: ScenarioFolder.Scenario
        /// The entries that did not fit; empty for a scenario that passed.
        let failures: [Explanation.Failure]
        /// The run of a failed scenario, for its trace.
        let explanation: Explanation?
        let duration: Duration

        var hasPassed: Bool { failures.isEmpty }
    }

    let journey: String
    let results: [Result]
    let coverage: Coverage
    let duration: Duration

    var failed: [Result] { results.filter { !$0.hasPassed } }

    /// Plays scenarios, as many at a time as there are tasks. The results are in the order of the scenarios.
    static func run(
        _ scenarios: [ScenarioFolder.Scenario], of journey: JourneyScripts, named name: String, jobs: Int
    ) async -> ScenarioReport {
        let clock = ContinuousClock()
        let start = clock.now
        let size = max(1, (scenarios.count + jobs - 1) / max(1, jobs))
        let parts = await withTaskGroup(of: (Int, [Result], Coverage).self) { group in
            for first in stride(from: 0, to: scenarios.count, by: size) {
                group.addTask {
                    var coverage = journey.coverage
                    let results = scenarios[first..<min(first + size, scenarios.count)].map { scenario in
                        let begin = clock.now
                        let explanation = journey.explanation(of: scenario.script)
                        coverage.add(explanation)
                        return Result(
                            scenario: scenario, failures: explanation.failures,
                            explanation: explanation.isWhole ? nil : explanation,
                            duration: clock.now - begin)
                    }
                    return (first, results, coverage)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }
        var coverage = journey.coverage
        for part in parts { coverage.add(part.2) }
        return ScenarioReport(
            journey: name, results: parts.flatMap(\.1), coverage: coverage, duration: clock.now - start)
    }

    /// Returns the report as JSON: `journey`, `scenarios`, `passed`, `failed`, `seconds` and `coverage`.
    ///
    /// - Parameter traces: The files of the traces of failed scenarios, by the scenario's number.
    func json(traces: [Int: String]) -> JSONValue {
        func number(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }
        func seconds(_ duration: Duration) -> JSONValue {
            JSONNumber(((duration / .milliseconds(1)) * 10).rounded() / 10_000).map { .number($0) } ?? .null
        }
        return [
            "journey": .string(journey), "passed": number(results.count - failed.count), "failed": number(failed.count),
            "seconds": seconds(duration), "coverage": coverage.json,
            "scenarios": .array(
                results.enumerated().map { number, result in
                    [
                        "trace": traces[number].map { .string($0) } ?? .null,
                        "name": .string(result.scenario.name), "file": .string(result.scenario.path),
                        "passed": .bool(result.hasPassed), "seconds": seconds(result.duration),
                        "failures": .array(
                            result.failures.map { failure in
                                [
                                    "message": .string(failure.message),
                                    "differences": .array(failure.differences.map(\.json)),
                                ]
                            }),
                    ]
                }),
        ]
    }
}
