internal import CWebKitGTK
internal import Foundation
internal import JourneyBase

/// Compiles content rules for the engine.
enum ContentFilter {
    /// Returns the compiled rules of `policy`, owned by the caller.
    ///
    /// The engine compiles into a file, which it maps; the private folder is removed when this returns.
    @GTKActor static func compile(for policy: SourcePolicy) async throws(JourneyError) -> OpaquePointer {
        let folder = FileManager.default.temporaryDirectory.appending(path: "journey-rules-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = webkit_user_content_filter_store_new(folder)
        let rules = Array(ContentRules.json(for: policy).utf8)
        let bytes = g_bytes_new(rules, gsize(rules.count))
        let saved = await GLibResult.of({ callback, data in
            webkit_user_content_filter_store_save(store, "origins", bytes, nil, callback, data)
        }) { result in
            var error: UnsafeMutablePointer<GError>?
            let filter = webkit_user_content_filter_store_save_finish(store, result, &error)
            defer { g_clear_error(&error) }
            return (filter: UInt(bitPattern: filter), cause: error?.pointee.message.map { String(cString: $0) })
        }
        g_bytes_unref(bytes)
        g_object_unref(UnsafeMutableRawPointer(store))
        guard let filter = OpaquePointer(bitPattern: saved.filter) else {
            throw JourneyError(
                .pageLoadFailed,
                "WebKit could not compile the content rules of the journey's origins: \(saved.cause ?? "no reason given")."
            )
        }
        return filter
    }
}
