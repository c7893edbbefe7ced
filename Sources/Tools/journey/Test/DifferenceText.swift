import JourneyBase
import JourneyCLI
import JourneyLanguage

/// Prints the differences of a run from what a script expects: the expected value with `-`, the actual one with `+`.
enum DifferenceText {
    static func text(_ differences: [Difference], _ style: Style) -> String {
        differences.map { difference in
            "          \(CleanText.of(difference.path))\n"
                + style.green("          - \(CleanText.of(difference.expected ?? "nothing"))") + "\n"
                + style.red("          + \(CleanText.of(difference.actual ?? "nothing"))")
        }.joined(separator: "\n")
    }
}
