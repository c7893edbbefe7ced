extension Screen {
    /// A selection from a list.
    public struct Choice: Hashable, Sendable {
        /// An entry of the list.
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
        /// The numbers of options that may be selected.
        public var counts: ClosedRange<Int>
        /// The ids of the options selected at first.
        public var chosen: Set<String>

        /// Creates a choice of exactly one option.
        ///
        /// - Parameters:
        ///   - options: The options.
        ///   - chosen: The id of the option selected at first.
        /// - Returns: The choice.
        public static func one(of options: [Option], chosen: String? = nil) -> Choice {
            Choice(options: options, counts: 1...1, chosen: Set(chosen.map { [$0] } ?? []))
        }

        /// Creates a choice of several options.
        ///
        /// - Parameters:
        ///   - options: The options.
        ///   - counts: The numbers of options that may be selected; any number by default.
        ///   - chosen: The ids of the options selected at first.
        /// - Returns: The choice.
        public static func several(
            of options: [Option], counts: ClosedRange<Int>? = nil, chosen: Set<String> = []
        ) -> Choice {
            Choice(options: options, counts: counts ?? 0...options.count, chosen: chosen)
        }

        /// `true` if selecting an option deselects the other.
        public var isSingle: Bool { counts.upperBound == 1 }
    }

    /// A list of data items to share, in groups.
    public struct Consent: Hashable, Sendable {
        /// Items that belong together: a document, or a namespace of it.
        public struct Group: Hashable, Sendable {
            public var title: String
            /// A distinction from groups of the same title, such as the namespace.
            public var detail: String?
            public var items: [Item]

            /// Creates a group.
            ///
            /// - Parameters:
            ///   - title: The title.
            ///   - detail: A distinction from groups of the same title.
            ///   - items: The items.
            public init(title: String, detail: String? = nil, items: [Item]) {
                self.title = title
                self.detail = detail
                self.items = items
            }
        }

        /// A data item.
        public struct Item: Hashable, Sendable {
            /// The id, unique in the whole list.
            public var id: String
            public var label: String
            /// The purpose for which the requester wants it; `nil` if it gives none.
            public var purpose: String?
            /// The value that would be shared, shown when the person asks for it; `nil` if it is not known here.
            public var value: String?
            /// `true` if nothing can be shared without this item.
            public var isRequired: Bool
            /// `true` if the requester declares that it will store the item (intent to retain, ISO/IEC 18013-5, section
            /// 8.3.2.1.2.1).
            public var isRetained: Bool
            /// `true` if the item is selected at first.
            public var isOn: Bool

            /// Creates an item.
            ///
            /// - Parameters:
            ///   - id: The id, unique in the whole list.
            ///   - label: The label.
            ///   - isRequired: `true` if nothing can be shared without this item.
            ///   - isRetained: `true` if the requester declares that it will store the item.
            ///   - isOn: `true` if the item is selected at first.
            ///   - purpose: The purpose for which the requester wants it.
            ///   - value: The value that would be shared.
            public init(
                id: String, label: String, isRequired: Bool = false, isRetained: Bool = false, isOn: Bool = true,
                purpose: String? = nil, value: String? = nil
            ) {
                self.id = id
                self.label = label
                self.purpose = purpose
                self.value = value
                self.isRequired = isRequired
                self.isRetained = isRetained
                self.isOn = isOn
            }
        }

        public var groups: [Group]

        public init(groups: [Group]) { self.groups = groups }

        /// The items of all groups.
        public var items: [Item] { groups.flatMap(\.items) }
    }
}
