import HSBCPartnerSDK
import JourneyBase
import SwiftUI

extension DemoTab {
    /// A bank's journeys: initialised, started and resumed.
    @MainActor static let journeys = DemoTab("Bank", image: "building.columns") { JourneysTab(services: $0) }
}

/// “Initialize SDK”, “Start Money Transfer” and “Open an account”, with their events and outcomes.
struct JourneysTab: View {
    let services: DemoServices
    @State private var isSetUp = false
    @State private var isPresented = false
    @State private var params: JourneyStartParams?
    @State private var left: [UnfinishedJourney] = []

    private var log: DemoLog { services.journeyLog }

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Button("Initialize SDK") { setUp() }
                .accessibilityIdentifier("initialize")
            Button("Start Money Transfer") { start("money-transfer") }
                .disabled(!isSetUp).accessibilityIdentifier("money-transfer")
            Button("Open an account") { start("account-opening") }
                .disabled(!isSetUp).accessibilityIdentifier("account-opening")
            // Runs suspended when the process ended: none resumes automatically.
            ForEach(left, id: \.resumeToken) { journey in
                Button("Go on where you were") { start(journey.journeyId, resuming: journey.resumeToken) }
                    .accessibilityIdentifier("resume-\(journey.journeyId)")
            }
            Divider()
            DemoLogView(log: log)
        }
        .padding(16)
        .journey(
            isPresented: $isPresented, params: params ?? JourneyStartParams(journeyId: "none", contextToken: ""),
            language: services.language, permissions: [.biometrics, .documents],
            plugins: { [DocumentCapturePlugin(source: DemoDocuments(screens: $0))] }
        ) { result in
            log.end(word(result))
            Task { await look() }
        }
        // The app may have been restarted during a journey.
        .task { if isSetUp { await look() } }
    }

    private func setUp() {
        do {
            let sandbox = try DemoSandbox.load()
            try HSBCPartnerSdk.initialize(config: sandbox.config)
            HSBCPartnerSdk.setEventListener { name, attributes in
                Task { @MainActor in services.journeyLog.event(name, attributes) }
            }
            services.contextToken = sandbox.contextToken
            isSetUp = true
            log.note("set up for \(sandbox.config.endpoints.gateway)")
            Task { await look() }
        } catch let missing as DemoSandbox.Missing {
            log.end(missing.sentence)
        } catch {
            log.end((error as? JourneyError)?.message ?? "sandbox.json cannot be used.")
        }
    }

    private func start(_ journey: String, resuming token: String? = nil) {
        guard let contextToken = services.contextToken else { return }
        params = JourneyStartParams(journeyId: journey, contextToken: contextToken, resumeToken: token)
        isPresented = true
    }

    private func look() async { left = (try? await HSBCPartnerSdk.unfinishedJourneys()) ?? [] }

    private func word(_ result: JourneyResult) -> String {
        switch result {
        case .completed(let payload): "completed \(JSONValue.object(payload).compactText)"
        case .pending(let payload): "pending \(JSONValue.object(payload).compactText)"
        case .cancelled: "cancelled"
        case .failed(let code, _, let recoverable): "failed \(code)\(recoverable ? ", try again" : "")"
        }
    }
}
