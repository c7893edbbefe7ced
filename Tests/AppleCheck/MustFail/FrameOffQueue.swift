// must fail: instance method 'captureOutput(_:didOutputFrame:from:)' nearly matches defaulted requirement 'captureOutput(_:didOutput:from:)'
// A camera whose frames would never come.
import AVFoundation
import CoreMedia
import Foundation

final class Sample: NSObject {}

extension Sample: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(_: AVCaptureOutput, didOutputFrame _: CMSampleBuffer, from _: AVCaptureConnection) {}
}
