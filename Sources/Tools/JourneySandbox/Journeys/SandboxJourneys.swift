import Foundation
public import JourneyBase

/// The journeys that the sandbox ships, as files.
public enum SandboxJourneys {
    /// Their names, sorted.
    public static var names: [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: SandboxResources.journeys.path)
        return (files ?? []).filter { JourneyID($0) != nil }.sorted()
    }

    /// The script that plays a person in the journey. Throws `SERVER_ERROR` when it cannot be read.
    public static func autopilot(for name: String) throws(JourneyError) -> [UInt8] {
        let url = SandboxResources.journeys.appendingPathComponent(name).appendingPathComponent("autopilot.json")
        guard JourneyID(name) != nil, let data = try? Data(contentsOf: url) else {
            throw JourneyError(.serverError, "There is no autopilot script for \(name).")
        }
        return Array(data)
    }
}
