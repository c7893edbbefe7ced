internal import Foundation
import JourneyBase
internal import Synchronization

/// Executes the decisions of `RouteStack` over a `Presenter`. Each presentation has its own.
final class MainCoordinator: Coordinating {
    let presenter: any Presenter
    let prompter = FlowPrompter()
    private let args: NavigationArgs
    private let calls: any CashBabaRepository
    private let faces: any FaceCapture
    private let stack: Mutex<RouteStack>

    init(
        _ args: NavigationArgs, over presenter: any Presenter, calls: any CashBabaRepository, faces: any FaceCapture
    ) {
        self.args = args
        self.presenter = presenter
        self.calls = calls
        self.faces = faces
        stack = Mutex(RouteStack(start: SDKStartRouteDecider.startRoute(for: args)))
    }

    /// The screens on the stack.
    var routes: RouteStack { stack.withLock { $0 } }

    @discardableResult
    func navigate(to route: Route, animated: Bool = true) -> Bool { stack.withLock { $0.go(to: route) } }

    /// Goes back and returns the destination.
    func back() -> RouteStack.Back { stack.withLock { $0.back() } }

    /// Covers the screens during a call. Returns the cover to draw; `nil` if it is already visible.
    func cover() -> RouteStack.Cover? { stack.withLock { $0.coverUp() } }

    package func closeSDK(withError message: String) { prompter.stop(.failed(.closed(message))) }

    package func closeSDKSuccess() { prompter.stop(.cancelled) }

    package func closeSDKSuccessWithResult(_ result: OnSuccessModel) { prompter.stop(.success(result)) }

    func startFaceKYC(from presenter: any Presenter) async throws -> FacePictures {
        stack.withLock { $0.uncover() }
        let faces = faces
        return try await prompter.hold { try await faces.capture(over: presenter) }
    }

    func startCpqrcFlow(from presenter: any Presenter) async throws(SDKError) -> CpqrcValidationResponse {
        guard let reference = args.paymentReference, !reference.isEmpty else {
            throw .invalidInput("paymentReference is missing in NavigationArgs.")
        }
        return try await calls.cpqrcValidate(paymentReference: reference)
    }
}
