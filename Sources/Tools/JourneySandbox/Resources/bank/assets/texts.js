// The texts of all pages, by language: in English only those used by scripts, because the pages contain the others. `%` stands
// for an amount.

const english = {
    tag: "en", direction: "ltr", numbers: "en-GB",
    opensInApp: "This page opens in your app",
    goBack: "Go back to the app and start there.",
    didNotWork: "That didn't work",
    checkConnection: "Check your connection and try again.",
    pleaseCheck: "Please check this",
    oneMoment: "One moment…",
    sentences: {
        NET_TIMEOUT: "The bank took too long to answer. Try again.",
        NET_UNREACHABLE: "You seem to be offline. Check your connection and try again.",
        RATE_LIMITED: "Too many tries. Wait a moment and try again.",
        SERVER_ERROR: "The bank can't do this right now. Try again soon.",
        AUTH_EXPIRED: "You've been signed out. Go back to the app and sign in.",
        INSUFFICIENT_FUNDS: "This is more than you have in your account.",
        LIMIT_EXCEEDED: "You can send up to % at a time.",
    },
};

const bengali = {
    tag: "bn", direction: "ltr", numbers: "bn-BD-u-nu-beng",
    opensInApp: "এই পেজটি আপনার অ্যাপে খোলে",
    goBack: "অ্যাপে ফিরে গিয়ে সেখান থেকে শুরু করুন।",
    didNotWork: "এটি করা যায়নি",
    checkConnection: "আপনার সংযোগ দেখে আবার চেষ্টা করুন।",
    pleaseCheck: "এটি একবার দেখুন",
    oneMoment: "একটু অপেক্ষা করুন…",
    sentences: {
        NET_TIMEOUT: "ব্যাংকের উত্তর আসতে বেশি সময় লেগেছে। আবার চেষ্টা করুন।",
        NET_UNREACHABLE: "মনে হচ্ছে আপনি অফলাইনে আছেন। আপনার সংযোগ দেখে আবার চেষ্টা করুন।",
        RATE_LIMITED: "অনেকবার চেষ্টা করা হয়েছে। একটু অপেক্ষা করে আবার চেষ্টা করুন।",
        SERVER_ERROR: "ব্যাংক এখন এটি করতে পারছে না। একটু পরে আবার চেষ্টা করুন।",
        AUTH_EXPIRED: "আপনি লগ আউট হয়ে গেছেন। অ্যাপে ফিরে গিয়ে লগ ইন করুন।",
        INSUFFICIENT_FUNDS: "আপনার অ্যাকাউন্টে এত টাকা নেই।",
        LIMIT_EXCEEDED: "একবারে সর্বোচ্চ % পাঠাতে পারবেন।",
    },
    page: {
        skip: "মূল অংশে যান",
        bank: "হারবার ব্যাংক",
        cancel: "বাতিল করুন",
        continue: "এগিয়ে যান",
        back: "ফিরে যান",
    },
};

const arabic = {
    tag: "ar", direction: "rtl", numbers: "ar-EG",
    opensInApp: "تُفتح هذه الصفحة في تطبيقك",
    goBack: "عد إلى التطبيق وابدأ من هناك.",
    didNotWork: "تعذّر إتمام العملية",
    checkConnection: "تحقق من اتصالك ثم أعد المحاولة.",
    pleaseCheck: "يرجى مراجعة ما يلي",
    oneMoment: "لحظة من فضلك…",
    sentences: {
        NET_TIMEOUT: "استغرق رد البنك وقتًا طويلًا. أعد المحاولة.",
        NET_UNREACHABLE: "يبدو أنك غير متصل بالإنترنت. تحقق من اتصالك ثم أعد المحاولة.",
        RATE_LIMITED: "عدد المحاولات كبير. انتظر لحظة ثم أعد المحاولة.",
        SERVER_ERROR: "يتعذّر على البنك تنفيذ ذلك الآن. أعد المحاولة بعد قليل.",
        AUTH_EXPIRED: "تم تسجيل خروجك. عد إلى التطبيق وسجّل الدخول.",
        INSUFFICIENT_FUNDS: "هذا المبلغ أكبر من رصيد حسابك.",
        LIMIT_EXCEEDED: "الحد الأقصى للتحويل الواحد %.",
    },
    page: {
        skip: "الانتقال إلى المحتوى",
        bank: "بنك هاربور",
        cancel: "إلغاء",
        continue: "متابعة",
        back: "رجوع",
    },
};

/** Returns the texts for a BCP 47 tag with those of `own`; in English for an unsupported language. */
export const textsFor = (tag, own) => {
    const language = /^[a-z]+/i.exec(tag ?? "")?.[0].toLowerCase();
    const [shared, added] =
        language === "bn" ? [bengali, own.bengali] : language === "ar" ? [arabic, own.arabic] : [english, own.english];
    return { ...shared, ...added, page: shared.page && { ...shared.page, ...added.page } };
};
