import Foundation
import JourneyBase

/// Reads a template's folder and its subfolders for languages, with limits; ignores hidden files.
enum PassFolder {
    private static let most = 200
    private static let longest = 2 << 20

    /// Returns the files by their paths within the folder. Throws `FILE_UNUSABLE`.
    static func read(_ folder: String, _ member: String) throws(JourneyError) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try names(folder, member) {
            let path = "\(folder)/\(name)"
            guard name.hasSuffix(".lproj") else {
                files[name] = try GatewayFile.read(path, member, limit: longest)
                continue
            }
            for inner in try names(path, member) {
                files["\(name)/\(inner)"] = try GatewayFile.read("\(path)/\(inner)", member, limit: longest)
            }
        }
        guard files["pass.json"] != nil else { throw GatewayFile.fault(member, folder, "has no pass.json") }
        guard files.count <= most else { throw GatewayFile.fault(member, folder, "has more than \(most) files") }
        return files
    }

    private static func names(_ folder: String, _ member: String) throws(JourneyError) -> [String] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw GatewayFile.fault(member, folder, "cannot be read as a folder: \(SystemCause.text(error))")
        }
        guard names.count <= most else { throw GatewayFile.fault(member, folder, "has more than \(most) files") }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}
