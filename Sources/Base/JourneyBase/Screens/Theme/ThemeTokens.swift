/// The measures that every drawer takes: text sizes, spacing, corners, elevation and motion. Colours are in `Theme.Palette`.
///
/// Lengths are points at the person's default text size. All spacing and line heights are multiples of 4.
extension Theme {
    /// A step of the type scale.
    package enum TextStyle: String, Hashable, Sendable, CaseIterable {
        /// Marks and small print.
        case caption
        /// Labels, hints and secondary rows.
        case label
        case body
        /// Headings inside the content.
        case heading
        /// A screen's title.
        case title
        /// Keys of a PIN pad and digits of a code.
        case digits
        /// An amount of money: the largest text of a screen.
        case amount

        package var points: Double {
            switch self {
            case .caption: 13
            case .label: 15
            case .body, .heading: 17
            case .title: 26
            case .digits: 24
            case .amount: 40
            }
        }

        package var lineHeight: Double {
            switch self {
            case .caption, .label: 20
            case .body, .heading: 24
            case .title, .digits: 32
            case .amount: 48
            }
        }

        /// `true` for the heavier of the two weights of a screen.
        package var isStrong: Bool {
            switch self {
            case .caption, .label, .body, .digits: false
            case .heading, .title, .amount: true
            }
        }
    }

    /// A step of the 4-point grid.
    package enum Space: Double, Hashable, Sendable, CaseIterable {
        case tight = 4
        case small = 8
        case medium = 12
        case regular = 16
        /// The distance of content to the screen's edges.
        case edge = 20
        case large = 24
        case wide = 32
        case huge = 48
    }

    /// The sizes of elements.
    package enum Size: Double, Hashable, Sendable, CaseIterable {
        /// The smallest target of a finger.
        case target = 44
        /// A field, a button, a row of a choice.
        case control = 52
        /// The row of the header.
        case header = 56
        /// The symbol of a result or of work in progress.
        case symbol = 64
        /// The widest column of content.
        case column = 480
        /// The widest picture of a code, quiet zone included.
        case code = 264
    }

    /// The corner radii, in points. They follow `cornerRadius`.
    package enum Corner: String, Hashable, Sendable, CaseIterable {
        /// Marks and code boxes.
        case small
        /// Fields, rows, banners and pictures.
        case medium
        /// Cards, passes and code panels.
        case large
        /// The sheet on a wide display, and buttons, whose ends are round unless the theme has square corners.
        case sheet
    }

    /// Returns the radius of `corner`.
    package func radius(_ corner: Corner) -> Double {
        switch corner {
        case .small: cornerRadius * 2 / 3
        case .medium: cornerRadius
        case .large: cornerRadius * 4 / 3
        case .sheet: cornerRadius * 13 / 6
        }
    }

    /// The shadow of a sheet that floats above a wide display.
    package enum Elevation {
        package static let offset = 8.0
        package static let blur = 32.0
        package static let opacity = 0.12
    }

    /// The durations of movement, in seconds. A person who asks for less motion gets none.
    package enum Motion {
        package static let short = 0.15
        /// One turn of the sign of work in progress.
        package static let turn = 0.9
    }
}
