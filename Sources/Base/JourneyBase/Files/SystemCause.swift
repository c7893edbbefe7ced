internal import Foundation

/// The causes of failed system calls, for messages.
package enum SystemCause {
    /// Returns the text of a system error number.
    package static func text(_ number: Int32) -> String { String(cString: strerror(number)) }

    /// Returns the system's text of Foundation's error if it has one, otherwise Foundation's own, without a full stop.
    package static func text(_ error: any Error) -> String {
        let outer = error as NSError
        let errors = [outer.userInfo[NSUnderlyingErrorKey] as? NSError, outer].compactMap(\.self)
        if let system = errors.first(where: { $0.domain == NSPOSIXErrorDomain }) { return text(Int32(system.code)) }
        let text = outer.localizedDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
