import Foundation
import JourneyCLI

/// Renders the measurements as a table.
enum Table {
    static func text(_ figures: [Measurement], style: Style) -> String {
        let rows = figures.map { figure in
            [
                figure.name, figure.floor.map { amount($0, figure.unit) } ?? "–", amount(figure.ours, figure.unit),
                figure.unit == .nanoseconds ? rate(figure.ours) : "–",
                figure.ratio.map { String(format: "%.2f", $0) } ?? "–", aim(figure), verdict(figure, style),
            ]
        }
        return TextLayout.table(
            ["", "floor", "ours", "a second", "ratio", "aim", ""], rows, right: [1, 2, 3, 4, 5], style: style)
    }

    private static func amount(_ value: Double, _ unit: Measurement.Unit) -> String {
        switch unit {
        case .nanoseconds: time(value)
        case .allocations: String(format: "%.0f", value)
        case .bytes: String(format: "%.2f MB", value / 1_000_000)
        }
    }

    private static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1_000: String(format: "%.0f ns", nanoseconds)
        case ..<1_000_000: String(format: "%.1f µs", nanoseconds / 1_000)
        default: String(format: "%.2f ms", nanoseconds / 1_000_000)
        }
    }

    private static func rate(_ nanoseconds: Double) -> String {
        let rate = 1e9 / nanoseconds
        return switch rate {
        case ..<10_000: String(format: "%.0f", rate)
        case ..<1_000_000: String(format: "%.0f k", rate / 1_000)
        default: String(format: "%.1f M", rate / 1_000_000)
        }
    }

    private static func aim(_ figure: Measurement) -> String {
        switch figure.aim {
        case .ratio(let most): String(format: "≤ %.2f", most)
        case .more(let most): "≤ +" + amount(most, figure.unit)
        case .nanoseconds(let most): "≤ " + amount(most, .nanoseconds)
        case .bytes(let most): String(format: "≤ %.2f MB", most / 1_000_000)
        case .none: "–"
        }
    }

    private static func verdict(_ figure: Measurement, _ style: Style) -> String {
        switch figure.isMet {
        case true?: style.green("met")
        case false?: style.red("missed")
        case nil: ""
        }
    }
}
