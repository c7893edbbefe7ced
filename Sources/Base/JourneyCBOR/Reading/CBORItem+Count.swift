extension CBORItem {
    /// How many items were read together with this one: keys, values, tags and pieces. What bounds a sum of readings counts
    /// them.
    package var readCount: Int { document.nodes.count }
}
