/// The icon between origin and destination.
enum TransitIcon {
    static func svg(_ type: String?) -> String {
        "<svg class=\"transit\" viewBox=\"0 0 24 24\"><path fill-rule=\"evenodd\" d=\"\(path(type))\"/></svg>"
    }

    private static func path(_ type: String?) -> String {
        switch type {
        case "PKTransitTypeAir":
            "M1.6 9H3l1.6 1.9h3.6L5.9 4.5h1.9L13 10.9h5c1.9 0 3.5 .5 3.5 1.1s-1.6 1.1-3.5 1.1h-5l-5.2 6.4H5.9"
                + "l2.3-6.4H4.6L3 15H1.6l.8-3z"
        case "PKTransitTypeBoat": "M11 3h1.5l6 9.5h-6V14H21l-3 6H6l-3-6h8zM9.8 6v6.5H5.5z"
        case "PKTransitTypeTrain":
            "M8 3h8q3 0 3 3v9q0 3-3 3l2 3h-2l-1.3-2H9.3L8 21H6l2-3q-3 0-3-3V6q0-3 3-3zM7 7v4h10V7zM8.5 13a1.3 1.3 0 1 0 .01 0zM15.5 13a1.3 1.3 0 1 0 .01 0z"
        case "PKTransitTypeBus":
            "M6 4h12q2 0 2 2v11h-1.5v2.5H16V17H8v2.5H5.5V17H4V6q0-2 2-2zM6 7v5h12V7zM7.5 13.5a1.2 1.2 0 1 0 .01 0zM16.5 13.5a1.2 1.2 0 1 0 .01 0z"
        default: "M3 10.8h13L12 6.8l1.5-1.5L20.2 12l-6.7 6.7L12 17.2l4-4H3z"
        }
    }
}
