extension CBORItem {
    /// The number of items decoded together with this one: keys, values, tags and chunks. Limits on several decodings add it up.
    package var readCount: Int { document.nodes.count }
}
