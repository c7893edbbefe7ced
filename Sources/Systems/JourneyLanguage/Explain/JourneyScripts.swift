package import JourneyBase

/// A journey that scripts are played against, without an engine: the state machine alone, as on a phone.
///
/// No signature is needed, and the manifest's validity is ignored. The journey can't be obtained from here.
package struct JourneyScripts: Sendable {
    let journey: Journey

    /// Loads a journey. Throws `JourneyError` with the loader's codes for the manifest and its bundle.
    package init(manifest: [UInt8], openAPI: [UInt8]) throws(JourneyError) {
        journey = try reporting { () throws(Refusal) in
            let document = try JourneyLoader.read(manifest)
            let hash = try document.canonicalForm()
            return try JourneyBuilder.journey(try ManifestHead(document), hash: hash, openAPI: openAPI)
        }
    }

    /// Plays a script.
    package func explanation(of script: EventScript) -> Explanation { Explainer.explain(journey, script) }

    /// The journey's parts, none of them reached.
    package var coverage: Coverage { Coverage(of: journey) }
}
