internal import Foundation

/// Credentials of an OAuth client by HTTP Basic (RFC 6749, section 2.3.1).
package enum BasicCredentials {
    /// Returns the value of `Authorization`, with name and password form-encoded first.
    package static func field(name: String, password: String) -> String {
        let text = "\(FormBody.escaped(name)):\(FormBody.escaped(password))"
        return "Basic " + Data(text.utf8).base64EncodedString()
    }
}
