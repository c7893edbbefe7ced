extension Screen {
    /// Some of a list.
    public struct Choice: Hashable, Sendable {
        public struct Option: Hashable, Sendable {
            public var id: String
            public var label: String
            /// A second, smaller line.
            public var detail: String?

            public init(id: String, label: String, detail: String? = nil) {
                self.id = id
                self.label = label
                self.detail = detail
            }
        }

        public var options: [Option]
        /// How many must and may be chosen.
        public var counts: ClosedRange<Int>
        /// What is chosen before the person has touched it.
        public var chosen: Set<String>

        /// A choice of exactly one.
        public static func one(of options: [Option], chosen: String? = nil) -> Choice {
            Choice(options: options, counts: 1...1, chosen: Set(chosen.map { [$0] } ?? []))
        }

        /// A choice of several; of any number unless `counts` says otherwise.
        public static func several(
            of options: [Option], counts: ClosedRange<Int>? = nil, chosen: Set<String> = []
        ) -> Choice {
            Choice(options: options, counts: counts ?? 0...options.count, chosen: chosen)
        }

        /// Whether choosing one lets go of the other.
        public var isSingle: Bool { counts.upperBound == 1 }
    }

    /// What somebody asks to be told, item by item, in groups.
    public struct Consent: Hashable, Sendable {
        /// What belongs together: a document, or one namespace of it.
        public struct Group: Hashable, Sendable {
            public var title: String
            /// What sets it apart from a group of the same title, such as the namespace.
            public var detail: String?
            public var items: [Item]

            public init(title: String, detail: String? = nil, items: [Item]) {
                self.title = title
                self.detail = detail
                self.items = items
            }
        }

        public struct Item: Hashable, Sendable {
            /// Unique in the whole list.
            public var id: String
            public var label: String
            /// Without it, nothing can be shared.
            public var isRequired: Bool
            /// Whether whoever asks says that they will keep it (intent to retain, ISO/IEC 18013-5, section 8.3.2.1.2.1).
            public var isRetained: Bool
            /// Whether it is on before the person has touched it.
            public var isOn: Bool

            public init(
                id: String, label: String, isRequired: Bool = false, isRetained: Bool = false, isOn: Bool = true
            ) {
                self.id = id
                self.label = label
                self.isRequired = isRequired
                self.isRetained = isRetained
                self.isOn = isOn
            }
        }

        public var groups: [Group]

        public init(groups: [Group]) { self.groups = groups }

        public var items: [Item] { groups.flatMap(\.items) }
    }
}
