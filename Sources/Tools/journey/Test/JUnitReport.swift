import JourneyLanguage

/// The results of scenarios in JUnit's XML, as Jenkins' xunit plugin describes it (`junit-10.xsd`).
enum JUnitReport {
    static func xml(_ report: ScenarioReport) -> String {
        let cases = report.results.map { result in
            let head =
                "    <testcase name=\"\(escaped(result.scenario.name))\" classname=\"\(escaped(report.journey))\""
                + " time=\"\(seconds(result.duration))\""
            guard !result.hasPassed else { return head + "/>" }
            let failures = result.failures.map { failure in
                let text = failure.differences.map { difference in
                    "\(difference.path)\n- \(difference.expected ?? "nothing")\n+ \(difference.actual ?? "nothing")"
                }.joined(separator: "\n")
                return
                    "      <failure message=\"\(escaped(failure.message))\" type=\"expectation\">\(escaped(text))</failure>"
            }
            return ([head + ">"] + failures + ["    </testcase>"]).joined(separator: "\n")
        }
        let counts = "tests=\"\(report.results.count)\" failures=\"\(report.failed.count)\" errors=\"0\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="journey test" \(counts) time="\(seconds(report.duration))">
              <testsuite name="\(escaped(report.journey))" \(counts) skipped="0" time="\(seconds(report.duration))">
            \(cases.joined(separator: "\n"))
              </testsuite>
            </testsuites>

            """
    }

    private static func seconds(_ duration: Duration) -> String {
        // The schema has no more than three decimals.
        String((duration / .milliseconds(1)).rounded() / 1_000)
    }

    /// Escapes a text for XML 1.0, which has no place for most control characters.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\n", "\t": "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }
}
