/// What a ready-made assertion throws: one sentence that says what was expected and what was there.
///
/// It is an ordinary error, so the assertions work the same under Swift Testing and XCTest: `try world.expect…` fails the
/// test with the sentence.
public struct UnmetExpectation: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    public let description: String
}

/// Compares two lists line by line; the sentence names the first place where they part.
func expectSame(_ actual: [String], _ expected: [String], _ what: String) throws(UnmetExpectation) {
    guard actual != expected else { return }
    let place = zip(actual, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(actual.count, expected.count)
    func word(_ list: [String]) -> String { place < list.count ? "“\(list[place])”" : "nothing" }
    throw UnmetExpectation(
        description: "\(what), number \(place + 1): expected \(word(expected)), found \(word(actual)). "
            + "All that was found: \(actual.isEmpty ? "nothing" : actual.joined(separator: ", ")).")
}
