import Foundation
package import JourneyBase
import JourneyCLI
import JourneyLanguage

/// One canonical OpenAPI document in JSON, made of the files of a description. The same files give the same bytes.
package struct OpenAPIBundle {
    /// The document, as the gateway serves it and as manifests pin it.
    package let bytes: [UInt8]
    /// Sentences about places that the author should look at.
    package let warnings: [String]
    /// The files that were read.
    package let files: [String]
    private let tree: SourceTree
    private let origins: [String: Target]

    /// The files and operations to bundle.
    package struct Request {
        /// The path of the entry document.
        package var entry: String
        /// The folder that no reference may leave; the entry's own without one.
        package var root: String?
        /// The operations to keep, by ID; all without any.
        package var operations: Set<String>?
        /// `true` if operations that the document doesn't have are ignored.
        package var skipsUnknown = false
        /// The paths of overlays, applied in this order.
        package var overlays: [String] = []

        package init(entry: String) { self.entry = entry }
    }

    /// Reads the files and bundles them. Throws `BundleError`.
    package init(_ request: Request) throws(BundleError) {
        let root = request.root ?? OpenAPIBundle.folder(of: request.entry)
        let path = try OpenAPIBundle.path(request.entry, below: root)
        let prefix = request.entry.hasSuffix(path) ? String(request.entry.dropLast(path.count)) : ""
        var tree = try SourceTree(root: root, prefix: prefix)
        let entry = try tree.file(at: path)
        var warnings: [String] = []
        for path in request.overlays {
            let overlay: Overlay
            do throws(CommandError) {
                let bytes = try BoundedFile.read(path, limit: SourceTree.limits.bytes)
                overlay = try OpenAPIBundle.overlay(bytes, path)
            } catch { throw BundleError(error.code, error.message) }
            let file = try OpenAPIBundle.target(of: overlay, at: path, below: root, &tree) ?? entry
            var value = tree.files[file].value
            warnings += try overlay.apply(to: &value)
            tree.replace(file, with: value)
        }
        var bundler = try Bundler(
            tree, entry: entry, operations: request.operations, skipsUnknown: request.skipsUnknown)
        let document = try bundler.document()
        bytes = document.compactBytes
        do throws(JSONReadError) { _ = try JSONReader.read(bytes, limits: .openAPIBundle) } catch {
            let name = bundler.tree.files[entry].name
            throw BundleError.invalid(
                "The bundle of \(name) would be more than journeys read: \(bytes.count) bytes (\(error.reason.rawValue)); name the operations to keep."
            )
        }
        self.tree = bundler.tree
        origins = bundler.origins
        files = bundler.tree.files.map(\.name).sorted()
        self.warnings = bundler.tree.files.flatMap(\.warnings) + warnings + bundler.warnings
    }

    private static func overlay(_ bytes: [UInt8], _ path: String) throws(CommandError) -> Overlay {
        do throws(BundleError) {
            return try Overlay(SourceFile(bytes, name: path, limits: SourceTree.limits))
        } catch { throw CommandError(.badInput, code: error.code, error.message) }
    }

    /// Returns the file that an overlay names, if that is one below the root.
    private static func target(
        of overlay: Overlay, at path: String, below root: String, _ tree: inout SourceTree
    ) throws(BundleError) -> Int? {
        guard let extends = overlay.extends, !extends.contains("://") else { return nil }
        let whole = URL(fileURLWithPath: folder(of: path)).appendingPathComponent(extends).standardizedFileURL.path
        return try tree.file(at: OpenAPIBundle.path(whole, below: root))
    }

    private static func folder(of path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    }

    private static func path(_ path: String, below root: String) throws(BundleError) -> String {
        let whole = URL(fileURLWithPath: path).standardizedFileURL.path
        let folder = URL(fileURLWithPath: root).standardizedFileURL.path
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        guard whole.hasPrefix(prefix) else {
            throw BundleError.invalid("\(path) is not below the folder \(root).")
        }
        return String(whole.dropFirst(prefix.count))
    }

    /// Returns the place in the sources of a value of the bundle.
    ///
    /// - Parameter pointer: A JSON pointer into the bundle, with or without `#`.
    /// - Returns: The file, line and column.
    package func place(of pointer: String) -> (file: String, line: Int, column: Int) {
        let pointer = pointer.hasPrefix("#") ? String(pointer.dropFirst()) : pointer
        var prefix = pointer
        while true {
            if prefix.isEmpty || origins[prefix] != nil { break }
            prefix = prefix.lastIndex(of: "/").map { String(prefix[..<$0]) } ?? ""
        }
        let origin = origins[prefix] ?? Target(file: 0, pointer: "")
        let file = tree.files[origin.file]
        let place = file.place(of: origin.pointer + pointer.dropFirst(prefix.count))
        return (file.name, place.line, place.column)
    }

    /// The text of a file that was read.
    package func text(of file: String) -> [UInt8] {
        tree.files.first { $0.name == file }?.bytes ?? []
    }

    /// Returns the IDs of all operations that a manifest calls.
    package static func operations(in manifest: JSONValue) -> Set<String> {
        switch manifest {
        case .array(let elements): Set(elements.flatMap(operations))
        case .object(let members):
            members.reduce(into: Set(members.values.flatMap(operations))) { found, member in
                if member.key == "operationId", let id = member.value.string { found.insert(id) }
            }
        default: []
        }
    }
}
