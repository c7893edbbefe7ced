extension Screen {
    /// The visible content of a pass: issuer, title, fields and code.
    public struct Pass: Hashable, Sendable {
        /// The name of the organisation that issued it.
        public var issuer: String
        /// The pass's name, such as “Boarding pass”.
        public var title: String
        public var fields: [Detail]
        /// The code to show; `nil` if it has none.
        public var code: Code?

        /// Creates the content of a pass.
        ///
        /// - Parameters:
        ///   - issuer: The name of the organisation that issued it.
        ///   - title: The pass's name.
        ///   - fields: The pass's fields, each a label with a value.
        ///   - code: The code for a scanner; `nil` if it has none.
        public init(issuer: String, title: String, fields: [Detail], code: Code? = nil) {
            self.issuer = issuer
            self.title = title
            self.fields = fields
            self.code = code
        }
    }
}
