/// The symbols of a screen's page, drawn with the colour of the text around them.
enum ScreenIcon: String, CaseIterable {
    case back = "M15 5l-7 7 7 7"
    case reload = "M19 12a7 7 0 1 1-2.3-5.2M19 4v4h-4"
    case done = "M5 12.5l4.5 4.5L19 7.5"
    case clock = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.500l3.500 2"
    case cross = "M7 7l10 10M17 7L7 17"
    case bar = "M6 12h12"
    case exclamation = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.500v5.500M12 16.500v.010"
    case information = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.500M12 7.500v.010"
    case stop = "M7 7h10v10H7z"
    case receipt = "M6 3.500h12v17l-3-2-3 2-3-2-3 2zM9.500 8.500h5M9.500 12.500h5"
    case erase = "M9 6h11v12H9l-5-6zM12 9.500l5 5M17 9.500l-5 5"
    case person = "M12 12.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.8-4 3.700-6 7.500-6s6.700 2 7.500 6"
    case sun =
        "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600L7 7M17 17l1.400 1.400M18.400 5.600L17 7M7 17l-1.400 1.400"

    /// The symbol; `isMirrored` turns it round on a right-to-left page.
    func svg(isMirrored: Bool = false) -> String {
        """
        <svg class="icon\(isMirrored ? " mirrored" : "")" viewBox="0 0 24 24" aria-hidden="true"><path d="\(rawValue)"/></svg>
        """
    }
}
