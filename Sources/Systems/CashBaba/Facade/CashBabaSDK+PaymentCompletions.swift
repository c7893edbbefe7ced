public import Foundation
public import JourneyBase

/// The calls for hosts that take completions, which are called on the main actor.
extension CashBabaSDK {
    public func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String, wToken: HostSecret? = nil,
        completion: @escaping Completion<TransferResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.transferMoney(
                bankTokenNo: bankTokenNo, transactionAmount: transactionAmount, pin: pin, purpose: purpose,
                wToken: wToken)
        }
    }

    public func payment(
        paymentReference: String, pin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<PaymentResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.payment(paymentReference: paymentReference, pin: pin, wToken: wToken)
        }
    }

    public func distributorPayment(
        paymentReference: String, pin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<PaymentResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.distributorPayment(paymentReference: paymentReference, pin: pin, wToken: wToken)
        }
    }

    public func cpqrcValidate(
        paymentReference: String, wToken: HostSecret? = nil, completion: @escaping Completion<CpqrcValidationResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.cpqrcValidate(paymentReference: paymentReference, wToken: wToken)
        }
    }

    public func cpqrcConfirm(
        transactionId: String, otp: String, smileImage: Data?, blinkImage: Data?, wToken: HostSecret? = nil,
        completion: @escaping Completion<CpqrcConfirmResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.cpqrcConfirm(
                transactionId: transactionId, otp: otp, smileImage: smileImage, blinkImage: blinkImage, wToken: wToken)
        }
    }

    public func cpqrcVerify(
        paymentReference: String, wToken: HostSecret? = nil, completion: @escaping Completion<CpqrcValidationResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.cpqrcVerify(paymentReference: paymentReference, wToken: wToken)
        }
    }

    public func cpqrcResendOtp(
        transactionId: String, wToken: HostSecret? = nil, completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.cpqrcResendOtp(transactionId: transactionId, wToken: wToken)
        }
    }

    public func applyPrepaidCard(
        productCode: String, contactAddress: String, promoCode: String?, pin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.applyPrepaidCard(
                productCode: productCode, contactAddress: contactAddress, promoCode: promoCode, pin: pin, wToken: wToken
            )
        }
    }
}
