import Foundation
package import JourneyBase

/// The text files that the programs bring with them.
package enum ProgramFile {
    /// Returns the text of a file in a module's resources.
    ///
    /// - Parameters:
    ///   - name: The path in the module's resources.
    ///   - resources: The folder of the module's resources.
    /// - Returns: The text.
    /// - Throws: `CONFIGURATION_INVALID` if the file is missing.
    package static func text(_ name: String, in resources: String) throws(JourneyError) -> String {
        let path = "\(resources)/\(name)"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw JourneyError(
                .configurationInvalid, "\(path) is missing; reinstall the program with its resources.")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
