package import JourneyBase

/// A visit to another party's pages in a browser session of their own, which ends at a return address; manifest 1.3.
///
/// The return proves nothing: whoever knows the address can open it. So each way out of the step leads to a step that asks the bank.
package struct Authorization: Sendable {
    /// The address to open; `nil` in a resumed visit, which opens nothing and only waits for the return.
    package internal(set) var address: PageAddress?
    /// The origins on which the address may be, and to which a browser of the app's own may navigate.
    package let hosts: SourcePolicy
    package let returnAddress: Return
    package let parameters: Parameters
    /// `true` if an app that claims the address is asked first.
    package let isAppToApp: Bool
    /// The values that the return must carry, by name.
    let expectations: [String: Expression]
    /// The values of `expectations`, once the step is entered.
    package internal(set) var expected: [String: String] = [:]

    /// The address at which the visit ends.
    package enum Return: Hashable, Sendable {
        /// An https address that the app has claimed.
        case https(HTTPSURL)
        /// A path of the app's own scheme (`HSBCInitConfig.redirectScheme`).
        case app(path: String)
    }

    /// The part of the return address that carries its members.
    package enum Parameters: String, Sendable, CaseIterable { case query, fragment }

    /// The greatest number of bytes of an expected value.
    static let valueLimit = 512
    /// The names of an authorization's outcomes. Each has to lead to a step that asks the bank.
    static let outcomes = ["success", "cancelled", "timeout", "error"]
}

extension Authorization {
    /// Returns the authorization with the values of its expressions.
    ///
    /// - Parameters:
    ///   - scope: The values of the expressions' variables.
    ///   - place: The step's place in the manifest.
    /// - Throws: `JourneyError` with `VALIDATION_FAIL` if an expression has no value, or the address is not on a declared host.
    func filled(in scope: ExpressionScope, at place: String) throws(JourneyError) -> Authorization {
        var filled = self
        if case .composed(let address)? = address {
            do throws(ExpressionError) { filled.address = .fixed(try address.url(in: scope)) } catch {
                throw JourneyError(error, of: address.expression, at: "\(place).url")
            }
        }
        for (name, value) in expectations.sorted(by: { $0.key < $1.key }) {
            do throws(ExpressionError) {
                guard let text = try value.json(in: scope).string,
                    (1...Authorization.valueLimit).contains(text.utf8.count)
                else {
                    throw ExpressionError(
                        .value, at: 0, "An expected value is a string of 1 to \(Authorization.valueLimit) bytes.")
                }
                filled.expected[name] = text
            } catch {
                throw JourneyError(error, of: value, at: "\(place).expect.\(name)")
            }
        }
        return filled
    }
}
