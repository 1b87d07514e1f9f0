// Written by "npm run docs" from docs/openapi.json; changes here are lost.
export interface paths {
    "/api/partner/v2/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Lists your users, newest first unless asked otherwise. `email` and `externalUserId` find the one user that has them; `type` and `kycStatus` narrow the list. A wrong `limit`, `skip` or filter value answers 400 and is never silently corrected.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Register a user
         * @description Puts one of your customers on record, under an id that every other operation takes. The e-mail address (in any letter case) and your own `externalUserId` can each be used once per partner: a second use answers 409, with the existing user's id in `errors`. An internationalized domain is kept as you sent it, and compared by its ASCII form. An invalid address returns `BAD_REQUEST` when you create or change a user. Other operations return `INVALID_USER_INPUT_ERROR`. A new user starts as `NOT_STARTED` and cannot transact before it is verified.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns one user with its verification status. First and last name, or the business name, appear when the verification provider has read them from the documents. An unknown id and another partner's user get the same 401.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Changes what you keep of a user: its `alias`, your own `externalUserId`, its `email`, and of a business its `businessName`. What you leave out stays; null clears, except the e-mail address. An address or `externalUserId` that another of your users has answers 409, with that user's id in `errors`; what the user had before is free again at once. A call that changes nothing answers 200 and makes no new version.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user's verification
         * @description Returns where the user's newest verification stands. Before any submission the status is `NOT_STARTED` and the rest is null. This is the operation to poll when you do not use webhooks.
         */
        get: operations["getUserKyc"];
        put?: never;
        /**
         * Submit identity verification
         * @description Submits a user's identity verification. Which fields are needed depends on the country: the sandbox asks for `country` alone, production also for name, date of birth, address, telephone, identity document and selfie, and in Mexico profession and RFC. Files are given as https URLs of public addresses and are downloaded before the answer, side by side, 10 s each, without following redirects: the selfie up to 3 MB, pictures of the identity document up to 5 MB, other documents up to 10 MB (1 MB is 1,048,576 bytes); in production JPEG, PNG, GIF or WebP, and PDF except for the selfie, recognised by their content. Pictures of the identity document may stand in `identity`, at the top level or in an item of `documents`. The decision comes later, by webhook or by polling the verification; while one is in progress, or after the user is verified, another submission answers 409. In the sandbox the last name `Rejected` is rejected, `Review` ends in a review, everyone else is verified.
         */
        post: operations["startKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/kyc/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user's verification by query
         * @description The same answer as the user's `/kyc` path, with the user named in the query. An unknown user and another partner's get the same 401.
         */
        get: operations["getKycDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/kyc/verification-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link that a person is verified with
         * @description Makes the address of a page on which a person enters their details and documents, in Spanish, English or Portuguese, so that you need no form of your own. It asks for what verifications in `country` need. Send the address to that person alone: anyone who has it can use it. It works once, for 24 hours, and a newer link makes the older one void; so does a verification that you start yourself. On the last page a link leads to `partnerRedirectUri`, with nothing added to it: an https address, or one of your app's own scheme. After a rejection for reasons that the person can do something about, it asks for the refused items alone, and keeps the rest. What follows is the same as after a submission of yours, events included. While a verification is in progress, or after the user is verified, the answer is 409.
         */
        post: operations["createKycLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/kyb/verification-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link that a business is verified with
         * @description The same for a business: the page asks for its name, country of constitution, tax number and address, for its legal representative, and for documents.
         */
        post: operations["createKybLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/kyb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a business's verification
         * @description Returns where a business's verification stands, what was last submitted of the business, and its beneficial owners. `sessionUrl` is the address of the link that can still be opened, the same as it was answered; null when there is none. Persons have `/kyc` instead.
         */
        get: operations["getKyb"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/associated-persons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the persons of a business
         * @description Lists the persons of a business, newest first unless asked otherwise, all of them or those of one role. `id` is what the signature operations call `associatedPersonId`.
         */
        get: operations["listAssociatedPersons"];
        put?: never;
        /**
         * Put an owner or another person of a business on record
         * @description Puts a person of a business on record: an ultimate beneficial owner (`UBO`), a legal representative or a director. A business has at most 50. The shares of all beneficial owners together must not exceed 100 percent; a share has at most four decimals. A new beneficial owner has to sign before the business can move pesos again.
         */
        post: operations["createAssociatedPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/associated-persons/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a person off a business
         * @description Takes a person off a business: it leaves every listing, its link can no longer be signed with, and its signature is no longer waited for. What it has signed stays on record and can still be downloaded.
         */
        delete: operations["deleteAssociatedPerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/associated-persons/signatures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read where the owners' signatures stand
         * @description Returns where the signature of each beneficial owner stands: all of them, newest first, unless you send a `limit`. An entry without `status` has never been asked, or could not be. The `signingUrl` is there only while the declaration is `PENDING`, the same on every call. The requirement is met when every entry is `SIGNED`. Poll this where you do not use the webhook `DOCUMENT_SIGNED`.
         */
        get: operations["listSignatures"];
        put?: never;
        /**
         * Ask the owners of a business for their signatures
         * @description Makes a declaration, with a link of its own, for each beneficial owner that has none open or signed, and answers where all of them stand. Repeating the call changes nothing. A declaration can be signed for 30 days; one that expired or was withdrawn is replaced by a new one under a new link. An owner without an e-mail address gets no declaration: its entry says so in `error`, and the others are not delayed. The service sends no mail: bring each `signingUrl` to its owner and to no one else, since anyone who holds it can sign. Only `MX` is supported.
         */
        post: operations["requestSignatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/associated-persons/{personId}/signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw a declaration that is not signed yet
         * @description Withdraws a declaration that is open: its link can no longer be signed with, and the entry becomes `DELETED`. Another one may be requested. Where none is open (signed, expired, withdrawn or never requested) the answer is 409.
         */
        delete: operations["withdrawSignature"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/associated-persons/{personId}/signature-document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download what an owner signed
         * @description Downloads what an owner signed as a tagged PDF: the declaration as it was shown, the data of owner and company, the signature, and a certificate with the SHA-256 of the stored record, of the text shown and of the consent, and the events in UTC, each with the hash of the one before. It is made when it is first asked for and has the same bytes from then on; `x-document-sha256` is their digest. A file that is no longer the one that was stored is not given out: the answer is 500. Before the signature it is 404. It stays available after the person was taken off the business.
         */
        get: operations["getSignatureDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/sandbox/users/{userId}/associated-persons/{personId}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a declaration in the owner's place
         * @description Signs an open declaration in the owner's place, in the sandbox only, so that your tests need no browser. It goes the way of the page: the record is stored, the link is used up, `DOCUMENT_SIGNED` is sent. Where no declaration is open the answer is 409.
         */
        post: operations["signDeclaration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/sandbox/users/{userId}/associated-persons/{personId}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a declaration run out now
         * @description Lets an open declaration run out now, in the sandbox only, as it otherwise does after 30 days. Where none is open the answer is 409.
         */
        post: operations["expireDeclaration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an indicative rate between a fiat currency and a token
         * @description Prices an on-ramp, an off-ramp or the first leg of a cross-ramp at this instant, without locking anything. Give exactly one of `fiatAmount` and `cryptoAmount`; the other is worked out. The answer is that of a quote without `quoteId` and `expiresAt`. The path is also served as `/quote/rate`.
         */
        get: operations["getRate"];
        put?: never;
        /**
         * Lock a rate between a fiat currency and a token
         * @description Locks the rate of this instant until `expiresAt`, by default for 60 seconds. An on-ramp needs `fiatAmount`, an off-ramp `cryptoAmount`; when both come, the needed one counts. `CROSS_RAMP` takes either and locks the leg from the fiat currency to the token: used in a cross-ramp, that currency is the source, and the target comes with the transaction. `BSC` is there for amounts above 50,000 MXN, `forwardingDays` for MXN over the counter. A quote pays for one transaction; a creation that fails does not use it up. The path is also served as `/quote`.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/quote/rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/quotes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a quote between a fiat currency and a token
         * @description Returns a quote of yours between a fiat currency and a token, as it was locked, with `usedBy`: the id of the transaction that has used it, or null. An expired quote is there for a week. An unknown id, another partner's quote and a cross-ramp quote all answer 404.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what you can do, and within which bounds
         * @description Returns what your agreement lets you do: currencies, tokens on their chains, corridors with their fees, destinations with their rails, thresholds and limits, and which environment this is. Keep the `ETag` and send it as `If-None-Match`: 304 says that nothing has changed. `limits` has the most of one transaction and, where your agreement has limits over time, what is used of them and what is left.
         */
        get: operations["getCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/settlement-calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the business days that settlements count
         * @description Returns the days from `from` to `to`, both included, with the reason of each that is no business day: a weekend or a Mexican bank holiday. Without `from` it begins today in Mexico City, without `to` it holds 31 days; a range has at most 366. Orders after the cut-off are traded on the next business day.
         */
        get: operations["getSettlementCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/cross-ramp/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an indicative cross-ramp rate
         * @description Prices a conversion at this instant without locking anything. Give exactly one of `sourceAmount` and `targetAmount`; the other is worked out. The fixed fee is taken off the source amount, and `rate` already contains the spread and your premium. Use a quote when the price has to hold.
         */
        get: operations["getCrossRampRate"];
        put?: never;
        /**
         * Lock a cross-ramp rate
         * @description Locks the rate of this instant until `expiresAt`, by default for 60 seconds. Give exactly one of `sourceAmount` and `targetAmount`. A quote belongs to the partner that made it and pays for one transaction; a creation that fails does not use it up. For a sandbox outcome, lock the quote with the sandbox amount as `sourceAmount`.
         */
        post: operations["createCrossRampQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/cross-ramp/quotes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a cross-ramp quote
         * @description Returns a cross-ramp quote of yours as it was locked, with `usedBy`: the id of the transaction that has used it, or null. An expired quote is there for a week. An unknown id, another partner's quote and a quote of another kind all answer 404.
         */
        get: operations["getCrossRampQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/cross-ramp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a cross-ramp transaction
         * @description Creates a fiat-to-fiat transaction for a verified user: the user pays the source currency into `sourceBankAccount`, quoting its `message`, and the target account is paid out. Give a `quoteId`, whose currencies and amounts then count, or both currencies and exactly one amount. The target account comes inline as `targetBankAccount`; what it needs depends on its country, and its currency must be the target currency. With an `Idempotency-Key` a repeated request returns the first answer for 48 hours and never creates a second transaction. Unfunded transactions expire after 72 hours.
         */
        post: operations["createCrossRamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Lists your transactions, newest first unless asked otherwise. Filters combine; `fiatCurrency` and `amount` match either side, `createdFrom` and `createdTo` are inclusive. For deep reading pass `nextCursor` of a page as `cursor` of the next one. Lists of a status, a type, both, or a user are counted whole. `externalId` finds its transactions among any number of others; with a `status`, one request reads 100 of them. With any other filter, or with dates, one request scans 5,000 transactions at most: where that is not enough, `count` is the number of matches among them, with `countIsLowerBound`, and `nextCursor` goes on after them even where the page is short or empty.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/transactions/mock-testing-guide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which sandbox amounts lead to which outcome
         * @description Returns the sandbox amounts and the outcome that each leads to, from the table that drives the simulator itself. In production `enabled` is false and the rules are empty.
         */
        get: operations["getMockTestingGuide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transaction
         * @description Returns one transaction as it stands, including writes that were answered a moment ago. `version` rises with every change. An unknown id and another partner's transaction both answer 404.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your own data about a transaction
         * @description Changes the `externalId` and the `metadata` of a transaction, in any status. An absent field keeps its value, and null clears it. `metadata` is merged: a key with a value is set, a key with null is removed, and other keys stay. The change sends no webhook. It raises `version`, and the change feed shows it. A request that changes nothing returns 200 and keeps the version. An issued receipt keeps the values that it was issued with.
         */
        patch: operations["updateTransaction"];
        trace?: never;
    };
    "/api/partner/v2/transactions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction's timeline
         * @description Returns every step a transaction has taken, oldest first: its creation, then each change of status with its instant and cause. Steps without a webhook of their own are in it too.
         */
        get: operations["listTransactionEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/transactions/{id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction's ledger entries
         * @description Returns the double entries of a transaction, oldest first. Per currency, debits equal credits at every step. Amounts are decimal text.
         */
        get: operations["listTransactionLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/reports/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was settled on a day
         * @description Returns what your transactions moved on a day (UTC), by currency: `deposits` that came in, `payouts` that left, our `fees`, and `returns`, which is what was given back to users less the payouts that came back. `net` is `deposits` less the other three, and `count` the number of movements at banks and chains. Amounts are decimal text. The report of a day is `OPEN` while it may still grow, and `FINAL` from 00:15 UTC of the next day on: the same bytes for ever. A movement that is booked for a day whose report you have been given as final is a row of `corrections` of the day on which it came. With `Accept: text/csv` the answer is the same rows as a file, corrections behind the day. Days before this report was introduced are empty.
         */
        get: operations["getSettlementReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/transactions/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of a completed transaction
         * @description Returns the receipt of a completed transaction: parties, amounts, fee, rate, rails, and the sentences that the corridor requires, in `language` (default: Spanish for Mexico and the Dominican Republic, else English). It is issued when it is first asked for and has the same bytes from then on, whatever happens later: a payout that comes back has a receipt of its own. Before COMPLETED the answer is 409. With `Accept: application/pdf` the answer is the same receipt as a tagged PDF, which shows the end of account numbers alone; it is made when it is first asked for in a language and has the same bytes from then on, and `x-document-sha256` is their digest. It goes with an erased user: 404 then.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/transactions/{id}/receipt/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of a payout that came back
         * @description Returns the receipt of a payout that came back after its transaction was completed: a document of its own, which names the first receipt. It is issued when it is first asked for and has the same bytes from then on. With `Accept: application/pdf` the answer is a PDF, as for the first receipt. Before the payout has come back the answer is 409.
         */
        get: operations["getReturnReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/transactions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a transaction that has not been paid in
         * @description Cancels a transaction that nothing was paid in for yet. Repeating the call changes nothing and answers 200 again; from any other status it answers 400. An unknown id answers 404, another partner's transaction 403.
         */
        put: operations["cancelTransaction"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/transactions/{id}/information": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the information that a hold asks for
         * @description Gives the information that the `hold` of a transaction asks for: an item for each field of `requestedInformation`, with a `value` or the address of a file. All of it is given at once; what is not asked for is refused. The hold then waits for the platform, until `HOLD_RELEASED_…` or `FAILED_…` is sent; in the sandbox it is released at once. What is not answered by the `deadline` ends as `FAILED` with `INFORMATION_NOT_PROVIDED`.
         */
        post: operations["provideInformation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/on-ramp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an on-ramp transaction
         * @description Creates an on-ramp: the user pays fiat into the account of the answer, with `message` as the reference, and the tokens go to `destinationWalletAddress`. Give a `quoteId`, or currency, chain and token with exactly one amount. An unpaid on-ramp expires after 72 hours. With an `Idempotency-Key` a repeated request is answered with the stored answer for 48 hours.
         */
        post: operations["createOnRamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/off-ramp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an off-ramp transaction
         * @description Creates an off-ramp: the user sends tokens to `destinationWalletAddress`, which is unique to it, and the fiat is paid out to the bank account once the off-ramp is executed. The account is a saved one, a receiver's newest, or given inline, which saves it; without `country`, inline details are of the fiat currency's country, for EUR of the IBAN's. China and Hong Kong take USD, 10 to 10,000 per transaction, and China needs an `invoiceFile`. An unfunded off-ramp expires after 24 hours; a funded one that is never executed is returned after 30 days.
         */
        post: operations["createOffRamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/off-ramp/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute an off-ramp whose tokens were sent
         * @description Executes an off-ramp: its tokens, once they have arrived, are paid out in fiat. Any live or completed status answers 200 with the status as it is, so repeating the call is harmless, and the newest `transactionHash` is kept; a cancelled, expired or failed one answers 400. In the sandbox the tokens arrive by themselves, a step later.
         */
        post: operations["executeOffRamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/sandbox/transactions/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let something happen to a sandbox transaction
         * @description Lets something happen to a transaction, in the sandbox only. Deposits, expiries and returned payouts happen at once and the steps run on; `NAME_CHECK_FAILED`, `PAYOUT_FAILED` and `MANUAL_REVIEW` are armed and happen when the transaction gets there. `RELEASE_HOLD` and `REJECT_HOLD` decide on a `hold`. What is impossible from its status answers 400. `amount` makes a deposit of another amount than what is missing, in the currency that is due.
         */
        post: operations["simulateTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/sandbox/users/{userId}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a sandbox user's verification
         * @description Decides a user's verification as you ask, in the sandbox only, so that your tests need neither documents nor a browser. It works from any status and sends the same events as a decision of the provider: a user without a verification gets one first (`CREATED_KYC`), one in progress is decided now, and a decision that stands is replaced. Asking for the status that the user has changes nothing and sends nothing.
         */
        post: operations["decideVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/sandbox/users/{userId}/verification-link/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a verification link run out now
         * @description Lets the open verification link of a user run out now, in the sandbox only, as it otherwise does after 24 hours. Where no page was opened by it you get `VERIFICATION_LINK_EXPIRED`, otherwise `VERIFICATION_ABANDONED`; the answer says which. Where none is open the answer is 409.
         */
        post: operations["expireVerificationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the webhook settings
         * @description Returns the webhook settings without any secret. `url` is null before the first one is set and after it was cleared. `previousSecretsExpireAt` says until when replaced secrets sign beside the newest one.
         */
        get: operations["getWebhookSettings"];
        /**
         * Set or clear the webhook URL
         * @description Sets the URL that webhooks are sent to, or clears it with null. It must be https, at most 2,048 characters, without credentials, and a literal address in it must be public. With `eventTypes` only those events are sent, and all others are recorded as `NOT_SENT`; leave it out for all events. The call sets both as a whole, and of two at the same moment the later one stands. The answer to the first URL carries the signing `secret`, which is shown this once. While there is no URL, notifications are recorded as `NOT_SENT`.
         */
        put: operations["updateWebhookSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-settings/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret
         * @description Replaces the signing secret and returns the new one, shown this once. For 24 hours every delivery also carries the signature of the replaced secret, after that of the new one, so that your endpoint can change over at any moment. Three secrets are live at most, the newest and the two before it, so a second rotation does not end the secret that your endpoint still knows; a third within the 24 hours ends the oldest at once. Of rotations at the same moment each returns a secret that is live. Before the first URL was set there is no secret, and the answer is 409.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-settings/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a `TEST_EVENT` the way every event goes: signed, tried again when it fails, and on record, whatever `eventTypes` says. The answer is the notification; read it again to see what became of it. Without a URL it is recorded as `NOT_SENT`.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Lists your endpoints: the first one, which the webhook settings hold (`isDefault`), then the others in the order of their creation. No secret is among them.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description Adds an endpoint beside the first one, which the webhook settings hold; five in all. It sends to a `url` or to an Amazon EventBridge bus of yours, by `eventBusArn`: give exactly one. Each has its own events, and its own delivery of every notification: attempts, retries and order at one do not wait for another. It is sent what happens from now on. For a URL the answer carries its signing `secret`, which is shown this once. For an event bus there is none, because events are not signed: put `eventAccountId` and `eventSource` of the answer into the policy of the bus, and its deliveries succeed.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Returns one endpoint without any secret. The id of the webhook settings is that of the first one.
         */
        get: operations["getWebhookEndpoint"];
        /**
         * Change a webhook endpoint
         * @description Sets the target and the events of an endpoint, both as a whole: without `eventTypes` all events are sent. An endpoint with a URL keeps to URLs, and one with an event bus to event buses, else 409; the first one has a URL. Of two calls at the same moment the later one stands. Secrets stay; the next attempt of every delivery goes to the new target. Of the first endpoint it sets the webhook settings, and the answer to the first URL carries its `secret`.
         */
        put: operations["updateWebhookEndpoint"];
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes an endpoint: nothing more is made for it, and its pending deliveries end as `FAILED` at their next attempt, which says why. The first endpoint cannot be deleted; its URL is cleared, as with `{"url": null}` in the webhook settings.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-endpoints/{id}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a webhook endpoint's secret
         * @description Replaces the signing secret of an endpoint and returns the new one, shown this once. The rules are those of the webhook settings: the replaced secret signs for another 24 hours, three secrets are live at most, and a third rotation within the 24 hours ends the oldest at once. The secrets of other endpoints stay. The first endpoint has no secret before its first URL, and one with an event bus never has one: 409.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Sends a `TEST_EVENT` to this endpoint alone, whatever its `eventTypes` says. The answer is the notification, with its delivery among `deliveries`; the notification itself is `NOT_SENT`, since the first endpoint is not sent it. Of the first endpoint this is the test of the webhook settings.
         */
        post: operations["sendTestToWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook notifications
         * @description Lists the notifications made for you, newest first unless asked otherwise, with their delivery status. `status`, `eventType`, `transactionId`, `userId`, `createdFrom` and `createdTo` narrow the list and can be combined; with `userId`, dates, or a status and an event, one request looks at a bounded part of the list, as for transactions. A notification is on record when the answer that caused it arrives, whether or not it could be sent.
         */
        get: operations["listWebhookNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-notifications/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the notifications of a range again
         * @description Sends the notifications of a range again, unchanged in id and body, oldest first, at most 1,000 in a call: also those that were `SENT`, and those that were `NOT_SENT` for want of a URL or left out by `eventTypes`. Left out are those on their way, and a `FAILED` one that has used its three manual retries. Every filter may be absent. `accepted` tells how many go out; when the range holds more, `nextCreatedFrom` is the `createdFrom` to go on with. A replay counts apart from manual retries, and what it sends does not keep new events waiting. While no URL is set nothing is accepted. With `endpointId` they are sent to that endpoint alone, also what happened before it was made: of the events that it chooses now, whatever became of them at the first endpoint. `status` is then that of its own deliveries, `NOT_SENT` where it has none. A notification shows twenty endpoints at most: one more takes the place of the oldest deleted one.
         */
        post: operations["replayWebhookNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook notification
         * @description Returns one notification: the payload as it was sent, the last twenty attempts with up to 4 KB of what your endpoint answered to each, and when the next one may be made. `status` and `attempts` are of the first endpoint; `deliveries` has those of each further endpoint that is sent it. An unknown id and another partner's notification both answer 404.
         */
        get: operations["getWebhookNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhook-notifications/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed notification
         * @description Begins a new round of five attempts, the first at once, for a notification that is `FAILED`; id and body stay the same. A notification can be retried three times. Ten calls are allowed in any 60 seconds, whatever they answer; beyond that the answer is 429, which does not count, with the seconds to wait in `Retry-After`: they can be up to 60, whatever the message says. Without a URL the attempts fail. With `endpointId` it is the delivery to that endpoint that is sent again, with three retries of its own. The attempts in the answer come without `responseBody`, which the notification by its id shows.
         */
        post: operations["retryWebhookNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/sandbox/webhook-faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the fault injection of your deliveries
         * @description Returns the fault injection of your deliveries, in the sandbox only.
         */
        get: operations["getWebhookFaults"];
        /**
         * Inject faults into your deliveries
         * @description Injects faults into your deliveries, in the sandbox only, so that you can test your endpoint; `NONE` ends it. `DUPLICATE` sends an attempt twice at once. `DELAY` delays the first attempt by five seconds, and everything that follows it in its transaction. `REORDER` delays every other event of a transaction by five seconds while the next one is sent first. `DROP_FIRST_ATTEMPT` records the first attempt as failed without sending it. `SLOW` takes three seconds over the body. `FAIL_FAST` makes the next failure the last attempt, so that a notification is `FAILED` within seconds. `rate` is the share of deliveries with the injected fault. Ids, bodies and signatures stay correct.
         */
        put: operations["setWebhookFaults"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/api-key/allowed-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read from where your key may be used
         * @description Returns the ranges of addresses that the key of this call may be used from, as they are set now. They are null where it may be used from anywhere.
         */
        get: operations["getAllowedAddresses"];
        /**
         * Narrow from where your key may be used
         * @description Sets the ranges of addresses that the key of this call may be used from, in the place of those that were set before. It only narrows: each range lies within one that the key has now, or is any range where it has none, and the address of this request is in one of them. Otherwise the answer is 400, and nothing changes. To widen or to lift them, ask us: a stolen key cannot widen itself. It holds everywhere within a minute; from any other address the key then answers 403 `ADDRESS_NOT_ALLOWED`. A successor of the key has the same ranges.
         */
        put: operations["updateAllowedAddresses"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how you show yourself to people
         * @description Returns the name, logo, colour and addresses that people see on the pages that you send them to. Each is null until it is set.
         */
        get: operations["getBranding"];
        /**
         * Set name, logo, colour and addresses that people see
         * @description Sets what people see on the pages that you send them to: who asks, your colour on the main button, and where they find help and your privacy notice. A field that is left out stays as it is, and null clears it. White text must be readable on the colour: its contrast is at least 4.5:1 (WCAG 2.2). The logo is known by its bytes, and is drawn again as a PNG of at most 320 × 96 pixels, without metadata; a file with anything beside one picture is refused. `logoUrl` changes with the logo, and stays good. The addresses are shown and never called.
         */
        put: operations["updateBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/banks/users/{userId}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's bank accounts
         * @description Lists a user's saved accounts, newest first unless asked otherwise, with the virtual account that was opened for the user. `id` fetches one. Accounts of the user's receivers are listed with the receiver.
         */
        get: operations["listUserBankAccounts"];
        put?: never;
        /**
         * Save a user's bank account
         * @description Saves an account that the user is paid out to. What it needs depends on its country; read it from the requirements operation. Saving an account again answers the stored one, unchanged; accounts are the same when everything that routes a payment is: country, account number, routing number, BIC, and the bank's name where there is no code. In the Dominican Republic the document and the account type count too. Mexican accounts start as `PENDING` and are tested when they are first used; all others count as verified. For Mexican accounts the bank follows from the CLABE.
         */
        post: operations["createUserBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/banks/users/{userId}/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user's bank account
         * @description Deletes a saved account: it leaves the list and is unknown from then on, while transactions that were made with it keep its details. The same details may be saved again, as a new account. A virtual account cannot be deleted.
         */
        delete: operations["deleteUserBankAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/banks/receivers/{receiverId}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a receiver's bank accounts
         * @description Lists a receiver's saved accounts, newest first unless asked otherwise.
         */
        get: operations["listReceiverBankAccounts"];
        put?: never;
        /**
         * Save a receiver's bank account
         * @description Saves an account that a receiver is paid out to, by the same rules as a user's own. It needs no penny test; in the euro area its holder is compared with the name that the bank has before the first payout. A transaction with a `receiverId` alone goes to the account that was saved last.
         */
        post: operations["createReceiverBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/banks/receivers/{receiverId}/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a receiver's bank account
         * @description Deletes a receiver's account, as a user's own is deleted.
         */
        delete: operations["deleteReceiverBankAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/banks/requirements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what bank details a country needs
         * @description Returns the JSON Schema of the bank details that a country needs: the very schema that requests are checked by. Every rail of a country needs the same. Where payments carry an address, `$defs.addressForms.const` lists the forms that each rail takes: `rail`, `form` (`STRUCTURED`, `HYBRID`, `UNSTRUCTURED`), `since`, and `until`, the first day on which it is refused. `$defs.complianceFields.const` lists what creations say of a payment there: `field` (`purpose`, `sourceOfFunds`, `relationship`), the `codes` that it takes, the `default` of a request without it, and `requiredFrom`, the first day on which one without it is refused, null for none.
         */
        get: operations["getBankRequirements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/banks/users/{userId}/banking-onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read where a virtual account stands
         * @description Returns where a user's virtual account stands. There is no webhook for it, so this is the operation to poll. Once `COMPLETED`, the account is also among the user's bank accounts with `rampType` `CROSS_RAMP`.
         */
        get: operations["getBankingOnboarding"];
        put?: never;
        /**
         * Ask for a virtual account
         * @description Asks for an account in the user's own name in the United States. The user has to be verified first; until then the outcome is `REQUIREMENTS_MISSING`, and `kybUrl` is the operation that gives out the link to finish. Asking again says how far it is and starts nothing twice. In the sandbox it takes one status per step. `country` may stand in the body or the query, and may be left out.
         */
        post: operations["startBankingOnboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List receivers
         * @description Lists your receivers, newest first unless asked otherwise, all of them or those of one user.
         */
        get: operations["listReceivers"];
        put?: never;
        /**
         * Register a receiver
         * @description Registers a person, with first and last name, or a business, with its name, whom one of your users pays. Fields of the other type are not kept.
         */
        post: operations["createReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/receivers/{receiverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a receiver
         * @description Returns one receiver. An unknown id, a deleted receiver and another partner's all answer 404.
         */
        get: operations["getReceiver"];
        put?: never;
        post?: never;
        /**
         * Delete a receiver
         * @description Deletes a receiver and its bank accounts: they leave every list and are unknown from then on, also for payments by the id of an account. Transactions that were made with them keep their details and go on. Where the answer is 409, repeat the request.
         */
        delete: operations["deleteReceiver"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's wallets
         * @description Lists a user's saved wallets, newest first unless asked otherwise. The path is also served under `/user`.
         */
        get: operations["listWallets"];
        put?: never;
        /**
         * Save a user's wallet
         * @description Saves a wallet that the user receives tokens on. An address is saved once per user and kind of chain; letter case does not tell EVM addresses apart. In production a mixed-case EVM address must carry its checksum. A user can have at most 20 wallets; one more answers 409 `CONFLICT`. The path is also served under `/user`.
         */
        post: operations["createWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/user/{userId}/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/wallets/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balances of a user's wallets
         * @description Returns what stands on a user's wallets: one entry per wallet and chain that it exists on, as decimal text. They may be up to ten seconds old. In the sandbox a balance is what the user's completed on-ramps have sent to the address. Off-ramps do not reduce the balance, because they do not name a source wallet. The path is also served under `/user`.
         */
        get: operations["getWalletBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/user/{userId}/wallets/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/users/{userId}/wallets/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user's wallet
         * @description Deletes a wallet; its address may be saved again. The path is also served under `/user`.
         */
        delete: operations["deleteWallet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/user/{userId}/wallets/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read on in the feed of everything that changed
         * @description Reads everything that changed, oldest first, each version of each resource once: users, verifications, signatures, bank accounts, quotes when they are used, transactions and webhook notifications. Pass `nextCursor` as `cursor` to go on; at the end it is the position of the next change, so keep it and ask again. No change is skipped, even under concurrent writes. A change is in the feed within seconds and stays for 35 days. With `types` a page may be short or empty although more follows: go on until a page is empty twice with the same cursor.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The OpenAPI 3.1 document
         * @description Returns this document. It needs no key and answers `If-None-Match` with 304 when nothing has changed.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    CREATED_ON_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CREATED_ON_RAMP
         * @description An on-ramp was created and waits for its deposit. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CREATED_ON_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    FIAT_RECEIVED_ON_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * FIAT_RECEIVED_ON_RAMP
         * @description The deposit arrived. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_FIAT_RECEIVED_ON_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    COMPLETED_ON_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * COMPLETED_ON_RAMP
         * @description The tokens were sent to the user's wallet. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_COMPLETED_ON_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CANCELLED_ON_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CANCELLED_ON_RAMP
         * @description The on-ramp was called off; a deposit that had arrived is returned. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CANCELLED_ON_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    EXPIRED_ON_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * EXPIRED_ON_RAMP
         * @description No deposit arrived in time. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_EXPIRED_ON_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    FAILED_ON_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * FAILED_ON_RAMP
         * @description The tokens could not be sent; the deposit is held to be refunded. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_FAILED_ON_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    HOLD_PLACED_ON_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * HOLD_PLACED_ON_RAMP
         * @description The payout is held: the payload says why, and who has to act by when. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_HOLD_PLACED_ON_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    HOLD_RELEASED_ON_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * HOLD_RELEASED_ON_RAMP
         * @description The hold was released, and the payout goes on. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_HOLD_RELEASED_ON_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CREATED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CREATED_OFF_RAMP
         * @description An off-ramp was created and waits for its tokens. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CREATED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CRYPTO_RECEIVED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CRYPTO_RECEIVED_OFF_RAMP
         * @description The tokens arrived at the deposit address. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CRYPTO_RECEIVED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CRYPTO_NOT_RECEIVED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CRYPTO_NOT_RECEIVED_OFF_RAMP
         * @description The off-ramp was executed and no tokens arrived. It may be executed again. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CRYPTO_NOT_RECEIVED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    COMPLETED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * COMPLETED_OFF_RAMP
         * @description The fiat payout arrived. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_COMPLETED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CANCELLED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CANCELLED_OFF_RAMP
         * @description The off-ramp was called off; tokens that had arrived are returned. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CANCELLED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    EXPIRED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * EXPIRED_OFF_RAMP
         * @description No tokens arrived in time. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_EXPIRED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    FAILED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * FAILED_OFF_RAMP
         * @description The payout failed; the fiat is held to be refunded. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_FAILED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    HOLD_PLACED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * HOLD_PLACED_OFF_RAMP
         * @description The payout is held: the payload says why, and who has to act by when. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_HOLD_PLACED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    HOLD_RELEASED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * HOLD_RELEASED_OFF_RAMP
         * @description The hold was released, and the payout goes on. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_HOLD_RELEASED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    PAYOUT_RETURNED_OFF_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * PAYOUT_RETURNED_OFF_RAMP
         * @description The bank sent a completed payout back. The status stays COMPLETED. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_PAYOUT_RETURNED_OFF_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CREATED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CREATED_CROSS_RAMP
         * @description A cross-ramp was created and waits for its deposit. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CREATED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    FIAT_RECEIVED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * FIAT_RECEIVED_CROSS_RAMP
         * @description The deposit in the source currency arrived. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_FIAT_RECEIVED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    IN_PROGRESS_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * IN_PROGRESS_CROSS_RAMP
         * @description The conversion into the target currency started. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_IN_PROGRESS_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    BANK_TRANSFER_PENDING_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * BANK_TRANSFER_PENDING_CROSS_RAMP
         * @description The payout was handed to the bank of the target account. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_BANK_TRANSFER_PENDING_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    COMPLETED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * COMPLETED_CROSS_RAMP
         * @description The payout arrived. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_COMPLETED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CANCELLED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CANCELLED_CROSS_RAMP
         * @description The cross-ramp was called off; a deposit that had arrived is returned. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CANCELLED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    EXPIRED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * EXPIRED_CROSS_RAMP
         * @description No deposit arrived in time. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_EXPIRED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    FAILED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * FAILED_CROSS_RAMP
         * @description The conversion or the payout failed; the funds are held to be refunded. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_FAILED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    HOLD_PLACED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * HOLD_PLACED_CROSS_RAMP
         * @description The payout is held: the payload says why, and who has to act by when. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_HOLD_PLACED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    HOLD_RELEASED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * HOLD_RELEASED_CROSS_RAMP
         * @description The hold was released, and the payout goes on. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_HOLD_RELEASED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    PAYOUT_RETURNED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * PAYOUT_RETURNED_CROSS_RAMP
         * @description The bank sent a completed payout back. The status stays COMPLETED. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_PAYOUT_RETURNED_CROSS_RAMP"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CREATED_KYC: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * CREATED_KYC
         * @description A verification was submitted. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_CREATED_KYC"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    VERIFIED_USER: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * VERIFIED_USER
         * @description The user is verified and may transact. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_VERIFIED_USER"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    REJECTED_KYC: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * REJECTED_KYC
         * @description The verification was rejected. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_REJECTED_KYC"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    REVIEW_NEEDED_KYC: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * REVIEW_NEEDED_KYC
         * @description A person has to look at the verification. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_REVIEW_NEEDED_KYC"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    VERIFICATION_LINK_OPENED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * VERIFICATION_LINK_OPENED
         * @description A verification link was opened in a browser for the first time. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_VERIFICATION_LINK_OPENED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    VERIFICATION_LINK_EXPIRED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * VERIFICATION_LINK_EXPIRED
         * @description A verification link ended, and no page was ever opened by it. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_VERIFICATION_LINK_EXPIRED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    VERIFICATION_ABANDONED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * VERIFICATION_ABANDONED
         * @description A verification link ended that was opened, and nothing was submitted. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_VERIFICATION_ABANDONED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    VERIFICATION_RESUBMISSION_REQUESTED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * VERIFICATION_RESUBMISSION_REQUESTED
         * @description You made a link after a rejection, and it asks for the refused items alone. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_VERIFICATION_RESUBMISSION_REQUESTED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    DOCUMENT_SIGNED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * DOCUMENT_SIGNED
         * @description A beneficial owner signed its declaration. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_DOCUMENT_SIGNED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    TEST_EVENT: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * TEST_EVENT
         * @description You asked for a test of your webhook URL. Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.
         */
        post: operations["on_TEST_EVENT"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description What a replay took on. */
        AcceptedReplay: {
            /**
             * Format: int32
             * @description Number of notifications that go out again.
             */
            accepted: number;
            /** @description Pass as `createdFrom` to go on; null when the range is done. */
            nextCreatedFrom: string | null;
        };
        /** @description A person with both names, or a business with its name. */
        AccountHolder: {
            /** @description Derived from the names when absent. */
            type?: components["schemas"]["UserType"] | null;
            /** @description Given names. */
            firstName?: string | null;
            /** @description Family names. */
            lastName?: string | null;
            /** @description Registered name of the business. */
            businessName?: string | null;
        };
        /** @description From where the key of the call may be used. */
        AllowedAddresses: {
            /**
             * Format: uuid
             * @description The key, by the id that operators name it by.
             */
            keyId: string;
            /** @description Ranges of addresses as CIDR, IPv4 or IPv6; null where the key may be used from anywhere. */
            allowedAddresses: string[] | null;
        };
        /** @description A person of a business. */
        AssociatedPerson: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /**
             * @description UBO is an ultimate beneficial owner: the one that has to sign.
             * @enum {string}
             */
            role: "UBO" | "LEGAL_REPRESENTATIVE" | "DIRECTOR";
            /** @description Given names. */
            firstName: string;
            /** @description Family names. */
            lastName: string;
            /** @description E-mail address. */
            email: string | null;
            /** @description Date of birth, YYYY-MM-DD. */
            dateOfBirth: string | null;
            /** @description Nationality, as text. */
            nationality: string | null;
            /** @description Number that the tax authority gave: in Mexico the RFC. */
            taxId: string | null;
            /** @description Share of the business in percent, with at most four decimals. */
            ownershipPercent: number | null;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
        };
        /** @description A page of the persons of a business. */
        AssociatedPersonPage: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of persons on record of the business.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["AssociatedPerson"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        /** @description A bank account changed. */
        BankAccountChange: {
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "BANK_ACCOUNT";
            /**
             * Format: uuid
             * @description Of the thing; versions of one thing share it.
             */
            id: string;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it became so.
             */
            at: string;
            /** @description The resource at that version, as its own operation shows it. */
            resource: components["schemas"]["ChangedBankAccount"] | components["schemas"]["ErasedResource"];
        };
        /** @description A page of bank accounts. */
        BankAccountPage: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of accounts of the same owner.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["BankAccountRecord"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        /** @description A saved bank account, complete; what it does not have is null. */
        BankAccountRecord: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /**
             * Format: uuid
             * @description Id of your account with us.
             */
            partnerId: string;
            /** @description The receiver whose account it is; null for the user’s own. */
            receiverId: string | null;
            /** @description Name of the bank. */
            bankName: string | null;
            /** @description The CLABE, the account number or the IBAN. */
            accountNumber: string;
            /** @description Kind of account. */
            accountType: ("CHECKING" | "SAVINGS") | null;
            /** @description Of Mexican accounts. */
            clabe: string | null;
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: components["schemas"]["TargetCountry"];
            /** @description As it was saved; virtual accounts have CROSS_RAMP. */
            rampType: ("ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP") | null;
            /** @description What was given as `documentIdentifier`. */
            documentNumber: string | null;
            /** @description Kind of the holder’s document. */
            documentType: ("PASSPORT" | "CEDULA" | "RNC") | null;
            /** @description ABA routing number of the bank: nine digits, the first two from 00–12, 21–32, 61–72 or 80. */
            routingNumber: string | null;
            /** @description BIC (SWIFT code) of the bank. */
            bic: string | null;
            /** @description IBAN of the account. */
            iban: string | null;
            /** @description Whose account it is. */
            accountHolder: components["schemas"]["SavedAccountHolder"] | null;
            /** @description Postal address. */
            address: components["schemas"]["SavedAddress"] | null;
            /** @description A name of yours for it, which users do not see. */
            alias: string | null;
            /** @description Whether the bank confirmed the account. */
            isVerified: boolean;
            /**
             * @description NOT_REQUIRED outside of Mexico and for receivers; PENDING until the first use.
             * @enum {string}
             */
            verificationStatus: "NOT_REQUIRED" | "PENDING" | "VERIFIED" | "FAILED";
            /** @description When it was verified, in UTC; null before. */
            verifiedAt: string | null;
            /** @description The newest comparison of the holder with the name that the bank has; null before the first payout, and where none is made. */
            payeeCheck: components["schemas"]["PayeeCheck"] | null;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
        };
        /** @description What an account in the region CHINA needs. */
        BankDetailsInCHINA: {
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier: string;
            /** @description Name of the bank. */
            bankName: string;
            /**
             * @description Kind of account.
             * @enum {string}
             */
            accountType: "CHECKING" | "SAVINGS";
            /** @description BIC (SWIFT code) of the bank. */
            bic?: string | null;
            /** @description Whose account it is. */
            accountHolder: {
                /**
                 * @description Its kind.
                 * @enum {string|null}
                 */
                type?: "INDIVIDUAL" | null;
                /** @description Given names. */
                firstName: string;
                /** @description Family names. */
                lastName: string;
            } | {
                /**
                 * @description Its kind.
                 * @enum {string|null}
                 */
                type?: "BUSINESS" | null;
                /** @description Registered name of the business. */
                businessName: string;
            };
            /** @description Postal address. */
            address: {
                /** @description Street and number, or the street alone beside `buildingNumber`. At most 70 characters; town and country are not repeated in it. */
                streetLine1: string;
                /** @description The rest of the street address. At most 70 characters. */
                streetLine2?: string | null;
                /** @description Number of the building, at most 16 characters: the address is then sent structured. */
                buildingNumber?: string | null;
                /** @description City. */
                city: string;
                /** @description State or province. */
                state?: string | null;
                /** @description Postal code. */
                postalCode: string;
                /** @description Country, by its ISO 3166-1 alpha-2 code. */
                country: string;
            } & (unknown & unknown);
        };
        /** @description What an account in the region DO needs. */
        BankDetailsInDO: {
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier: string;
            /** @description Name of the bank. */
            bankName: string;
            /**
             * @description Kind of account.
             * @enum {string}
             */
            accountType: "CHECKING" | "SAVINGS";
            /** @description Number of the holder’s document: 11 digits of a cédula, 9 or 11 of an RNC. */
            documentIdentifier: string;
            /**
             * @description Kind of the holder’s document.
             * @enum {string}
             */
            documentType: "PASSPORT" | "CEDULA" | "RNC";
        } & (unknown & unknown & unknown);
        /** @description What an account in the region MX needs. */
        BankDetailsInMX: {
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier: string;
            /** @description Name of the bank. */
            bankName?: string | null;
        };
        /** @description What an account in the region SEPA needs. */
        BankDetailsInSEPA: {
            /** @description IBAN of the account. */
            iban: string;
            /** @description BIC (SWIFT code) of the bank. */
            bic: string;
            /** @description Name of the bank. */
            bankName: string;
            /** @description Whose account it is. */
            accountHolder: {
                /**
                 * @description Its kind.
                 * @enum {string|null}
                 */
                type?: "INDIVIDUAL" | null;
                /** @description Given names. */
                firstName: string;
                /** @description Family names. */
                lastName: string;
            } | {
                /**
                 * @description Its kind.
                 * @enum {string|null}
                 */
                type?: "BUSINESS" | null;
                /** @description Registered name of the business. */
                businessName: string;
            };
            /** @description Postal address. */
            address?: (({
                /** @description Street and number, or the street alone beside `buildingNumber`. At most 70 characters; town and country are not repeated in it. */
                streetLine1?: string | null;
                /** @description The rest of the street address. At most 70 characters. */
                streetLine2?: string | null;
                /** @description Number of the building, at most 16 characters: the address is then sent structured. */
                buildingNumber?: string | null;
                /** @description State or province. */
                state?: string | null;
                /** @description Postal code. */
                postalCode?: string | null;
                /** @description City. */
                city: string;
                /** @description Country, by its ISO 3166-1 alpha-2 code. */
                country: string;
            } & (unknown & unknown)) | null) & (unknown & unknown);
        };
        /** @description What an account in the region US needs. */
        BankDetailsInUS: {
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier: string;
            /** @description Name of the bank. */
            bankName: string;
            /** @description ABA routing number of the bank: nine digits, the first two from 00–12, 21–32, 61–72 or 80. */
            routingNumber: string;
            /**
             * @description Kind of account.
             * @enum {string|null}
             */
            accountType?: "CHECKING" | "SAVINGS" | null;
            /** @description Whose account it is. */
            accountHolder: {
                /**
                 * @description Its kind.
                 * @enum {string|null}
                 */
                type?: "INDIVIDUAL" | null;
                /** @description Given names. */
                firstName: string;
                /** @description Family names. */
                lastName: string;
            } | {
                /**
                 * @description Its kind.
                 * @enum {string|null}
                 */
                type?: "BUSINESS" | null;
                /** @description Registered name of the business. */
                businessName: string;
            };
            /** @description Postal address. */
            address: {
                /** @description Street and number, or the street alone beside `buildingNumber`. At most 70 characters; town and country are not repeated in it. */
                streetLine1: string;
                /** @description The rest of the street address. At most 70 characters. */
                streetLine2?: string | null;
                /** @description Number of the building, at most 16 characters: the address is then sent structured. */
                buildingNumber?: string | null;
                /** @description City. */
                city: string;
                /** @description State or province. */
                state?: string | null;
                /** @description Postal code. */
                postalCode: string;
                /** @description Country, by its ISO 3166-1 alpha-2 code. */
                country: string;
            } & (unknown & unknown);
        };
        /** @description A JSON Schema (2020-12). */
        BankRequirements: {
            [key: string]: unknown;
        };
        /** @description Where a virtual account stands. */
        BankingOnboarding: {
            /**
             * @description Country of the account.
             * @constant
             */
            country: "US";
            /** @description Whether asking for one now would start the onboarding. */
            canRequest: boolean;
            /**
             * @description How far the onboarding is.
             * @enum {string}
             */
            status: "NOT_STARTED" | "SUBMITTED" | "IN_REVIEW" | "COMPLETED" | "REJECTED";
            /** @description What the user has to do first. */
            outstandingRequirements: string[];
            /** @description Path, from the base address, of the operation that gives out the link to finish verification. */
            kybUrl: string | null;
            /** @description The account, once the status is COMPLETED; null before. */
            virtualAccount: components["schemas"]["BankAccountRecord"] | null;
        };
        /** @description What people see of a partner on hosted pages; null where nothing is set. */
        Branding: {
            /** @description The name by which people know the partner. */
            displayName: string | null;
            /** @description The colour of the main button, as `#rrggbb`. */
            color: string | null;
            /** @description Where the partner helps people. */
            helpUrl: string | null;
            /** @description The privacy notice of the partner. */
            privacyUrl: string | null;
            /** @description Where the logo is, as a PNG. Another logo has another address. */
            logoUrl: string | null;
            /** @description When any of it was changed last. */
            updatedAt: string | null;
        };
        /** @description A day. */
        CalendarDay: {
            /**
             * Format: date
             * @description The day, YYYY-MM-DD.
             */
            date: string;
            /** @description Whether orders are traded and settled on it. */
            businessDay: boolean;
            /** @description Why it is no business day; null for business days. */
            reason: string | null;
        };
        /** @enum {string} */
        CancellationReason: "CANCELLED_BY_PARTNER" | "EXPIRED" | "NAME_VERIFICATION_FAILED" | "NOT_EXECUTED" | "CONVERSION_FAILED" | "PAYOUT_FAILED" | "PAYOUT_RETURNED_BY_BANK" | "ACCOUNT_CLOSED" | "ACCOUNT_NOT_FOUND" | "ACCOUNT_BLOCKED" | "SCREENING_REJECTED" | "INFORMATION_NOT_PROVIDED";
        CancelledTransaction: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER";
        };
        /** @description What a partner can do, and within which bounds. */
        Capabilities: {
            /**
             * @description The stage: in `sandbox` no money moves.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /** @description What you can create. */
            transactionTypes: ("ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP")[];
            /** @description Fiat currencies that you can use. */
            fiatCurrencies: components["schemas"]["FiatCurrency"][];
            /** @description Tokens on their chains that you can use. */
            tokenPairs: components["schemas"]["TokenPair"][];
            /** @description Pairs of currencies that you can convert. */
            corridors: components["schemas"]["Corridor"][];
            /** @description Where payouts go. */
            destinations: components["schemas"]["Destination"][];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: {
                /**
                 * @description Its kind.
                 * @enum {string}
                 */
                type: "SPEI" | "ACH" | "FEDWIRE" | "SWIFT" | "SEPA" | "LBTR" | "FPS" | "CNAPS" | "CHATS" | "CHAIN";
                /**
                 * @description Where it stands.
                 * @enum {string}
                 */
                status: "UP" | "DEGRADED" | "DOWN";
            }[];
            /** @description Bounds of the amount that a transaction gives. */
            thresholds: components["schemas"]["Threshold"][];
            /** @description Maxima of a transaction, a day and a month, with what is left of each. */
            limits: components["schemas"]["Limit"][];
            /** @description Ceiling of `premiumSpread`, as a fraction. */
            maxPremiumSpread: number;
            /** @description Orders above it go over the counter. */
            overTheCounterAboveMxn: number;
            /**
             * Format: int32
             * @description Most `forwardingDays` of MXN over-the-counter orders.
             */
            maxForwardingDays: number;
            /**
             * Format: int32
             * @description How long a lock holds.
             */
            quoteLifeSeconds: number;
        };
        /** @description One version of one thing; `type` tells of which. */
        Change: components["schemas"]["UserChange"] | components["schemas"]["KycChange"] | components["schemas"]["SignatureChange"] | components["schemas"]["BankAccountChange"] | components["schemas"]["QuoteChange"] | components["schemas"]["TransactionChange"] | components["schemas"]["NotificationChange"];
        /** @description A page of the feed. */
        ChangePage: {
            /** @description Oldest first. */
            data: components["schemas"]["Change"][];
            /** @description Where to go on, always given. */
            nextCursor: string;
        };
        /** @description A bank account, also one that was deleted. */
        ChangedBankAccount: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /**
             * Format: uuid
             * @description Id of your account with us.
             */
            partnerId: string;
            /** @description The receiver whose account it is; null for the user’s own. */
            receiverId: string | null;
            /** @description Name of the bank. */
            bankName: string | null;
            /** @description The CLABE, the account number or the IBAN. */
            accountNumber: string;
            /** @description Kind of account. */
            accountType: ("CHECKING" | "SAVINGS") | null;
            /** @description Of Mexican accounts. */
            clabe: string | null;
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: components["schemas"]["TargetCountry"];
            /** @description As it was saved; virtual accounts have CROSS_RAMP. */
            rampType: ("ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP") | null;
            /** @description What was given as `documentIdentifier`. */
            documentNumber: string | null;
            /** @description Kind of the holder’s document. */
            documentType: ("PASSPORT" | "CEDULA" | "RNC") | null;
            /** @description ABA routing number of the bank: nine digits, the first two from 00–12, 21–32, 61–72 or 80. */
            routingNumber: string | null;
            /** @description BIC (SWIFT code) of the bank. */
            bic: string | null;
            /** @description IBAN of the account. */
            iban: string | null;
            /** @description Whose account it is. */
            accountHolder: components["schemas"]["SavedAccountHolder"] | null;
            /** @description Postal address. */
            address: components["schemas"]["SavedAddress"] | null;
            /** @description A name of yours for it, which users do not see. */
            alias: string | null;
            /** @description Whether the bank confirmed the account. */
            isVerified: boolean;
            /**
             * @description NOT_REQUIRED outside of Mexico and for receivers; PENDING until the first use.
             * @enum {string}
             */
            verificationStatus: "NOT_REQUIRED" | "PENDING" | "VERIFIED" | "FAILED";
            /** @description When it was verified, in UTC; null before. */
            verifiedAt: string | null;
            /** @description The newest comparison of the holder with the name that the bank has; null before the first payout, and where none is made. */
            payeeCheck: components["schemas"]["PayeeCheck"] | null;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it was deleted, in UTC.
             */
            deletedAt?: string;
        };
        /** @description Where the signature of an owner stands. */
        ChangedSignature: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /**
             * Format: uuid
             * @description The `id` of the person.
             */
            associatedPersonId: string;
            /** @description Given and family names. */
            name: string;
            /**
             * @description Absent while no declaration was requested, and when requesting one failed.
             * @enum {string}
             */
            status?: "PENDING" | "SIGNED" | "EXPIRED" | "DELETED";
            /** @description Only while PENDING. Anyone who holds it can sign as the owner: do not log it. */
            signingUrl?: string;
            /**
             * Format: date-time
             * @description When the owner signed.
             */
            signedAt?: string;
            /** @description There where the owner signed with another name than the one on record, and insisted on it. */
            nameDiffers?: boolean;
            /** @description Why the owner has no declaration although one was requested. */
            error?: string;
            /**
             * @description The same, to decide by.
             * @enum {string}
             */
            errorCode?: "EMAIL_NOT_FOUND";
            /**
             * Format: int32
             * @description Of the person, as in the change feed.
             */
            version: number;
            /**
             * Format: date-time
             * @description When the owner was removed, in UTC.
             */
            removedAt?: string;
        };
        /** @description A cross-ramp was paid out. */
        CompletedCrossRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "COMPLETED_CROSS_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description Status of the transaction after this event. */
            status: components["schemas"]["CrossRampStatus"];
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description As decimal text, so that no digit is lost. */
            sourceAmount: string;
            /** @description As decimal text, so that no digit is lost. */
            targetAmount: string;
            /** @description As decimal text, so that no digit is lost. */
            rate: string;
            /** @description Always null for cross-ramps. */
            blockchain: string | null;
            /** @description Path of the receipt beneath `/api/partner/v2`; reading it needs your key. */
            receiptPath: string;
        };
        /** @description An off-ramp was paid out. */
        CompletedOffRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "COMPLETED_OFF_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /** @description As decimal text, so that no digit is lost. */
            fiatAmount: string;
            /** @description As decimal text, so that no digit is lost. */
            cryptoAmount: string;
            /** @description Fiat units per token, as decimal text. */
            rate: string;
            /**
             * @description The chain.
             * @enum {string}
             */
            blockchain: "POL" | "SOL" | "ETH" | "BSC";
            /** @description Path of the receipt beneath `/api/partner/v2`; reading it needs your key. */
            receiptPath: string;
        };
        /** @description The tokens of an on-ramp were sent. */
        CompletedOnRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "COMPLETED_ON_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /** @description As decimal text, so that no digit is lost. */
            fiatAmount: string;
            /** @description As decimal text, so that no digit is lost. */
            cryptoAmount: string;
            /** @description Fiat units per token, as decimal text. */
            rate: string;
            /**
             * @description The chain.
             * @enum {string}
             */
            blockchain: "POL" | "SOL" | "ETH" | "BSC";
            /** @description Path of the receipt beneath `/api/partner/v2`; reading it needs your key. */
            receiptPath: string;
        };
        /** @description A field that creations take about a payment to accounts in these countries. */
        ComplianceField: {
            /** @description By their ISO 3166-1 alpha-2 codes. */
            countries: components["schemas"]["TargetCountry"][];
            /**
             * @description Its name in creations.
             * @enum {string}
             */
            field: "purpose" | "sourceOfFunds" | "relationship";
            /** @description Codes that it takes. */
            codes: string[];
            /** @description The code of a request without it; null for none. */
            default: string | null;
            /** @description The first day (UTC) on which a request without it is refused; null while there is none. */
            requiredFrom: string | null;
        };
        /** @description A pair of currencies for cross-ramps. */
        Corridor: {
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description Taken off the source amount, in the source currency. */
            fixedFee: number;
        };
        /** @description A person to put on record. */
        CreateAssociatedPersonRequest: {
            /**
             * @description What the person is to the business; only a `UBO` signs.
             * @enum {string}
             */
            role: "UBO" | "LEGAL_REPRESENTATIVE" | "DIRECTOR";
            /** @description Given names. */
            firstName: string;
            /** @description Family names. */
            lastName: string;
            /** @description An owner without one cannot be asked for a signature. */
            email?: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD.
             */
            dateOfBirth?: string | null;
            /** @description Nationality, as text. */
            nationality?: string | null;
            /** @description Number that the tax authority gave: in Mexico the RFC. */
            taxId?: string | null;
            /** @description Above 0, at most 100, with at most four decimals; of all owners together at most 100. */
            ownershipPercent?: number | null;
        };
        /** @description A price to lock. Give one of the two amounts. */
        CreateCrossRampQuoteRequest: {
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description A JSON number with at most two decimals; more answer 400. */
            sourceAmount?: number | null;
            /** @description A JSON number with at most two decimals; more answer 400. */
            targetAmount?: number | null;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread?: number | null;
            /** @description Needed for payouts in dollars to China or Hong Kong. */
            targetCountry?: components["schemas"]["TargetCountry"] | null;
            /**
             * @description LOCAL by default.
             * @enum {string|null}
             */
            targetRail?: "LOCAL" | "SWIFT" | null;
        } & (({
            sourceAmount: unknown;
        } | {
            targetAmount: unknown;
        }) & ({
            /** @constant */
            sourceCurrency?: "MXN";
            /** @enum {unknown} */
            targetCurrency?: "DOP" | "USD" | "EUR";
        } | {
            /** @constant */
            sourceCurrency?: "DOP";
            /** @enum {unknown} */
            targetCurrency?: "MXN" | "USD" | "EUR";
        } | {
            /** @constant */
            sourceCurrency?: "USD";
            /** @enum {unknown} */
            targetCurrency?: "MXN" | "DOP" | "EUR";
        } | {
            /** @constant */
            sourceCurrency?: "EUR";
            /** @enum {unknown} */
            targetCurrency?: "MXN" | "DOP" | "USD";
        }));
        /** @description A cross-ramp to create. */
        CreateCrossRampRequest: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description Required without a `quoteId`. */
            sourceCurrency?: components["schemas"]["FiatCurrency"] | null;
            /** @description Required without a `quoteId`. */
            targetCurrency?: components["schemas"]["FiatCurrency"] | null;
            /** @description A JSON number with at most two decimals; more answer 400. Ignored with a `quoteId`. */
            sourceAmount?: number | null;
            /** @description A JSON number with at most two decimals; more answer 400. Ignored with a `quoteId`. */
            targetAmount?: number | null;
            /**
             * Format: uuid
             * @description A quote of yours that is alive and unused.
             */
            quoteId?: string | null;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread?: number | null;
            /** @description Details of the account that is paid. */
            targetBankAccount?: components["schemas"]["TargetBankDetails"] | null;
            /**
             * Format: uuid
             * @description A saved bank account of the user.
             */
            targetBankAccountId?: string | null;
            /**
             * Format: uuid
             * @description Id of a receiver of the user.
             */
            receiverId?: string | null;
            /** @description The country of the target account when absent. With a saved account it must be that country. */
            targetCountry?: components["schemas"]["TargetCountry"] | null;
            /**
             * @description How the payout is sent; LOCAL by default.
             * @enum {string|null}
             */
            targetRail?: "LOCAL" | "SWIFT" | null;
            /** @description A PDF as Base64, up to 4 MB decoded; white space between the characters is allowed. Required for payouts to China. */
            invoiceFile?: string | null;
            /** @description A memo for the payment, as text. */
            reference?: string | null;
            /** @description Your id of the transaction, such as an order number. Several transactions may have the same one. */
            externalId?: string | null;
            /** @description Keys and values of your choice: 20 keys at most, of 40 letters, digits, `_` and `-` at most. Leave out personal data and secrets. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Purpose of the payment. The corridor's codes are in `complianceFields` of the capabilities; to mainland China they are those of CNAPS, and none counts as `GDDS`. */
            purpose?: components["schemas"]["Purpose"] | null;
            /** @description Origin of the payer's money. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"] | null;
            /** @description The beneficiary, as the payer calls it. */
            relationship?: components["schemas"]["Relationship"] | null;
        } & (unknown & unknown & unknown & ({
            targetBankAccount: unknown;
        } | {
            targetBankAccountId: unknown;
        } | {
            receiverId: unknown;
        }));
        CreateKybLinkRequest: {
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: components["schemas"]["TargetCountry"];
            /** @description Where the person goes after the page: an https address, or one of an app. */
            partnerRedirectUri?: string | null;
        } & {
            /** @enum {unknown} */
            country: "MX" | "DO" | "US" | "AT" | "BE" | "BG" | "HR" | "CY" | "CZ" | "DK" | "EE" | "FI" | "FR" | "DE" | "GR" | "HU" | "IE" | "IT" | "LV" | "LT" | "LU" | "MT" | "NL" | "PL" | "PT" | "RO" | "SK" | "SI" | "ES" | "SE" | "IS" | "LI" | "NO" | "CH" | "GB" | "MC" | "SM" | "AD" | "VA";
        };
        CreateKycLinkRequest: {
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: components["schemas"]["TargetCountry"];
            /** @description Where the person goes after the page: an https address, or one of an app. */
            partnerRedirectUri?: string | null;
        } & {
            /** @enum {unknown} */
            country: "MX" | "DO" | "US" | "AT" | "BE" | "BG" | "HR" | "CY" | "CZ" | "DK" | "EE" | "FI" | "FR" | "DE" | "GR" | "HU" | "IE" | "IT" | "LV" | "LT" | "LU" | "MT" | "NL" | "PL" | "PT" | "RO" | "SK" | "SI" | "ES" | "SE" | "IS" | "LI" | "NO" | "CH" | "GB" | "MC" | "SM" | "AD" | "VA";
        };
        /** @description An off-ramp to create. */
        CreateOffRampRequest: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description Details of the account that is paid, which are saved. */
            userBankInformation?: components["schemas"]["PayoutBankDetails"] | null;
            /**
             * Format: uuid
             * @description Id of a saved bank account of the user.
             */
            userBankInformationId?: string | null;
            /**
             * Format: uuid
             * @description Id of a receiver of the user.
             */
            receiverId?: string | null;
            /** @description A PDF as Base64, up to 4 MB decoded; white space between the characters is allowed. Required for payouts to China. */
            invoiceFile?: string | null;
            /**
             * Format: uuid
             * @description Id of a quote of yours; its pair and amounts count.
             */
            quoteId?: string | null;
            /** @description In the fiat currency, with at most two decimals. Give this or `cryptoAmount`. */
            fiatAmount?: number | null;
            /** @description In tokens, with at most six decimals. Give this or `fiatAmount`. */
            cryptoAmount?: number | null;
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency?: components["schemas"]["FiatCurrency"] | null;
            /**
             * @description The chain of the token.
             * @enum {string|null}
             */
            blockchainSymbol?: "POL" | "SOL" | "ETH" | "BSC" | null;
            /**
             * @description The token.
             * @enum {string|null}
             */
            tokenSymbol?: "USDC" | "USDT" | null;
            /** @description Your premium inside the rate, as a fraction: 0.01 is 1 %. */
            premiumSpread?: number | null;
            /**
             * Format: int32
             * @description Requested T+N in business days, for MXN over the counter.
             */
            forwardingDays?: number | null;
            /** @description Your id of the transaction, such as an order number. Several transactions may have the same one. */
            externalId?: string | null;
            /** @description Keys and values of your choice: 20 keys at most, of 40 letters, digits, `_` and `-` at most. Leave out personal data and secrets. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Purpose of the payment. The corridor's codes are in `complianceFields` of the capabilities; to mainland China they are those of CNAPS, and none counts as `GDDS`. */
            purpose?: components["schemas"]["Purpose"] | null;
            /** @description Origin of the payer's money. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"] | null;
            /** @description The beneficiary, as the payer calls it. */
            relationship?: components["schemas"]["Relationship"] | null;
            /** @description Information on the parties of the transfer of tokens, by IVMS101.2023. It is kept encrypted and goes to the screening provider and the custodian alone: no answer, webhook, change or log repeats it. */
            travelRule?: components["schemas"]["DepositTravelRule"] | null;
        } & (unknown & unknown & ({
            userBankInformation: unknown;
        } | {
            userBankInformationId: unknown;
        } | {
            receiverId: unknown;
        }));
        /** @description An on-ramp to create. */
        CreateOnRampRequest: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description Address that the tokens go to, as the chain writes it. */
            destinationWalletAddress?: string | null;
            /**
             * Format: uuid
             * @description Id of a saved wallet of the user, instead of an address.
             */
            walletId?: string | null;
            /**
             * Format: uuid
             * @description Id of a quote of yours; its pair and amounts count.
             */
            quoteId?: string | null;
            /** @description In the fiat currency, with at most two decimals. Give this or `cryptoAmount`. */
            fiatAmount?: number | null;
            /** @description In tokens, with at most six decimals. Give this or `fiatAmount`. */
            cryptoAmount?: number | null;
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency?: components["schemas"]["FiatCurrency"] | null;
            /**
             * @description The chain of the token.
             * @enum {string|null}
             */
            blockchainSymbol?: "POL" | "SOL" | "ETH" | "BSC" | null;
            /**
             * @description The token.
             * @enum {string|null}
             */
            tokenSymbol?: "USDC" | "USDT" | null;
            /** @description Your premium inside the rate, as a fraction: 0.01 is 1 %. */
            premiumSpread?: number | null;
            /**
             * Format: int32
             * @description Requested T+N in business days, for MXN over the counter.
             */
            forwardingDays?: number | null;
            /** @description Your id of the transaction, such as an order number. Several transactions may have the same one. */
            externalId?: string | null;
            /** @description Keys and values of your choice: 20 keys at most, of 40 letters, digits, `_` and `-` at most. Leave out personal data and secrets. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Purpose of the payment. The corridor's codes are in `complianceFields` of the capabilities; to mainland China they are those of CNAPS, and none counts as `GDDS`. */
            purpose?: components["schemas"]["Purpose"] | null;
            /** @description Origin of the payer's money. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"] | null;
            /** @description The beneficiary, as the payer calls it. */
            relationship?: components["schemas"]["Relationship"] | null;
            /** @description Information on the parties of the transfer of tokens, by IVMS101.2023. It is kept encrypted and goes to the screening provider and the custodian alone: no answer, webhook, change or log repeats it. */
            travelRule?: components["schemas"]["PayoutTravelRule"] | null;
        } & (unknown & unknown & ({
            destinationWalletAddress: unknown;
        } | {
            walletId: unknown;
        }));
        /** @description What to lock. */
        CreateQuoteRequest: {
            /**
             * @description What is priced; CROSS_RAMP prices its first leg, from the fiat currency to the token.
             * @enum {string}
             */
            transactionType: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /**
             * @description BSC for amounts above 50,000 MXN only.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /**
             * @description Where the currency is not the default of its country.
             * @enum {string|null}
             */
            country?: "MX" | "DO" | "US" | "AT" | "BE" | "BG" | "HR" | "CY" | "CZ" | "DK" | "EE" | "FI" | "FR" | "DE" | "GR" | "HU" | "IE" | "IT" | "LV" | "LT" | "LU" | "MT" | "NL" | "PL" | "PT" | "RO" | "SK" | "SI" | "ES" | "SE" | "IS" | "LI" | "NO" | "CH" | "GB" | "MC" | "SM" | "AD" | "VA" | "CN" | null;
            /**
             * @description Where the rail is not the default of its country.
             * @enum {string|null}
             */
            rail?: "SPEI" | "ACH" | "WIRE" | "SEPA" | "SWIFT" | null;
            /** @description Needed for ON_RAMP. */
            fiatAmount?: number | null;
            /** @description Needed for OFF_RAMP. */
            cryptoAmount?: number | null;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread?: number | null;
            /**
             * Format: int32
             * @description T+N, for MXN over the counter.
             */
            forwardingDays?: number | null;
        } & (unknown & unknown & unknown);
        CreateReceiverBankAccountRequest: {
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: components["schemas"]["TargetCountry"];
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier?: string | null;
            /** @description ABA routing number of the bank: nine digits, the first two from 00–12, 21–32, 61–72 or 80. */
            routingNumber?: string | null;
            /** @description BIC (SWIFT code) of the bank. */
            bic?: string | null;
            /** @description IBAN of the account. */
            iban?: string | null;
            /** @description Name of the bank. */
            bankName?: string | null;
            /**
             * @description Kind of account.
             * @enum {string|null}
             */
            accountType?: "CHECKING" | "SAVINGS" | null;
            /** @description Number of the holder’s document: 11 digits of a cédula, 9 or 11 of an RNC. */
            documentIdentifier?: string | null;
            /**
             * @description Kind of the holder’s document.
             * @enum {string|null}
             */
            documentType?: "PASSPORT" | "CEDULA" | "RNC" | null;
            /** @description Whose account it is. */
            accountHolder?: components["schemas"]["AccountHolder"] | null;
            /** @description Postal address. */
            address?: components["schemas"]["PostalAddress"] | null;
            /** @description A name of yours for it, which users do not see. */
            alias?: string | null;
            /**
             * @description What the account is for, as you sort them.
             * @enum {string|null}
             */
            rampType?: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP" | null;
        } & (unknown & unknown & unknown & unknown & unknown);
        CreateReceiverRequest: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description Person or business. */
            receiverType: components["schemas"]["UserType"];
            /** @description E-mail address. */
            email?: string | null;
            /** @description Number that the tax authority gave: in Mexico the RFC. */
            taxId?: string | null;
            /** @description Given names. */
            firstName?: string | null;
            /** @description Family names. */
            lastName?: string | null;
            /** @description English name or alpha-2 code of the country of birth. */
            countryOfBirth?: string | null;
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD.
             */
            dateOfBirth?: string | null;
            /** @description Telephone number, as E.164 in verifications (`+525512345678`). */
            phoneNumber?: string | null;
            /** @description Registered name of the business. */
            businessName?: string | null;
            /** @description English name or alpha-2 code of the country where the business was founded. */
            countryOfConstitution?: string | null;
            /**
             * Format: date
             * @description Day of its foundation, YYYY-MM-DD.
             */
            dateOfConstitution?: string | null;
        } & (unknown & unknown);
        CreateUserBankAccountRequest: {
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: components["schemas"]["TargetCountry"];
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier?: string | null;
            /** @description ABA routing number of the bank: nine digits, the first two from 00–12, 21–32, 61–72 or 80. */
            routingNumber?: string | null;
            /** @description BIC (SWIFT code) of the bank. */
            bic?: string | null;
            /** @description IBAN of the account. */
            iban?: string | null;
            /** @description Name of the bank. */
            bankName?: string | null;
            /**
             * @description Kind of account.
             * @enum {string|null}
             */
            accountType?: "CHECKING" | "SAVINGS" | null;
            /** @description Number of the holder’s document: 11 digits of a cédula, 9 or 11 of an RNC. */
            documentIdentifier?: string | null;
            /**
             * @description Kind of the holder’s document.
             * @enum {string|null}
             */
            documentType?: "PASSPORT" | "CEDULA" | "RNC" | null;
            /** @description Whose account it is. */
            accountHolder?: components["schemas"]["AccountHolder"] | null;
            /** @description Postal address. */
            address?: components["schemas"]["PostalAddress"] | null;
            /** @description A name of yours for it, which users do not see. */
            alias?: string | null;
            /**
             * @description What the account is for, as you sort them.
             * @enum {string|null}
             */
            rampType?: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP" | null;
        } & (unknown & unknown & unknown & unknown & unknown);
        /** @description A user to register. */
        CreateUserRequest: {
            /** @description Its kind. */
            type: components["schemas"]["UserType"];
            /** @description Once per partner, in any letter case. */
            email: string;
            /** @description Your own id of the user, once per partner. */
            externalUserId?: string | null;
            /** @description A name of yours for it, which users do not see. */
            alias?: string | null;
            /** @description Kept for business users only. */
            businessName?: string | null;
        };
        CreateWalletRequest: {
            /**
             * @description EVM for POL, ETH and BSC; SVM for SOL.
             * @enum {string}
             */
            vmType: "EVM" | "SVM";
            /** @description Address of the wallet, as its chain writes it. */
            walletAddress: string;
            /** @description A name of yours for it, which users do not see. */
            alias?: string | null;
        } & (unknown & unknown);
        /** @description Where to send, and what. */
        CreateWebhookEndpointRequest: {
            /** @description By the rules of the webhook settings. Null or absent for an event bus. */
            url?: string | null;
            /** @description An event bus in an AWS account of yours, in any public region. Null or absent for a URL. */
            eventBusArn?: string | null;
            /** @description Only these events are sent; absent or null, all of them. */
            eventTypes?: ("CREATED_ON_RAMP" | "FIAT_RECEIVED_ON_RAMP" | "COMPLETED_ON_RAMP" | "CANCELLED_ON_RAMP" | "EXPIRED_ON_RAMP" | "FAILED_ON_RAMP" | "HOLD_PLACED_ON_RAMP" | "HOLD_RELEASED_ON_RAMP" | "CREATED_OFF_RAMP" | "CRYPTO_RECEIVED_OFF_RAMP" | "CRYPTO_NOT_RECEIVED_OFF_RAMP" | "COMPLETED_OFF_RAMP" | "CANCELLED_OFF_RAMP" | "EXPIRED_OFF_RAMP" | "FAILED_OFF_RAMP" | "HOLD_PLACED_OFF_RAMP" | "HOLD_RELEASED_OFF_RAMP" | "PAYOUT_RETURNED_OFF_RAMP" | "CREATED_CROSS_RAMP" | "FIAT_RECEIVED_CROSS_RAMP" | "IN_PROGRESS_CROSS_RAMP" | "BANK_TRANSFER_PENDING_CROSS_RAMP" | "COMPLETED_CROSS_RAMP" | "CANCELLED_CROSS_RAMP" | "EXPIRED_CROSS_RAMP" | "FAILED_CROSS_RAMP" | "HOLD_PLACED_CROSS_RAMP" | "HOLD_RELEASED_CROSS_RAMP" | "PAYOUT_RETURNED_CROSS_RAMP" | "CREATED_KYC" | "VERIFIED_USER" | "REJECTED_KYC" | "REVIEW_NEEDED_KYC" | "VERIFICATION_LINK_OPENED" | "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED" | "VERIFICATION_RESUBMISSION_REQUESTED" | "DOCUMENT_SIGNED" | "TEST_EVENT")[] | null;
        } & ({
            url: unknown;
        } | {
            eventBusArn: unknown;
        });
        CreatedUser: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
        };
        /** @description A step of a cross-ramp. */
        CrossRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "CREATED_CROSS_RAMP" | "FIAT_RECEIVED_CROSS_RAMP" | "IN_PROGRESS_CROSS_RAMP" | "BANK_TRANSFER_PENDING_CROSS_RAMP" | "EXPIRED_CROSS_RAMP" | "HOLD_RELEASED_CROSS_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description Status of the transaction after this event. */
            status: components["schemas"]["CrossRampStatus"];
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
        };
        /** @description A cross-ramp as listings and look-ups show it. */
        CrossRampItem: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description Where it stands. */
            status: components["schemas"]["CrossRampStatus"];
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description What the user pays, in the source currency. */
            sourceAmount: number;
            /** @description What is paid out, in the target currency. */
            targetAmount: number;
            /** @description Target units per source unit, spread and premium inside. */
            exchangeRate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description Taken off the source amount before the conversion. */
            fees: components["schemas"]["Fees"];
            /** @description Where the user pays in. */
            sourceBankAccount: components["schemas"]["SourceBankAccount"];
            /** @description Where the target amount is paid out. */
            targetBankAccount: components["schemas"]["TargetBankAccount"];
            /** @description The quote that it was created with; null without one. */
            quoteId: string | null;
            /** @description The memo of a cross-ramp; null for none and for other kinds. */
            reference: string | null;
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description The rail of a cross-ramp; null for other kinds. */
            targetRail: ("LOCAL" | "SWIFT") | null;
            /** @description Hash of the chain transaction of the tokens, once it is known; null for cross-ramps. */
            transactionHash: string | null;
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /** @description Page for the person who pays, while the deposit is awaited; else null, as in the change feed and in answers of the sandbox. Anyone who holds it sees the payment: do not log it. */
            paymentUrl: string | null;
            /** @description Purpose of the payment, where it was given or has a default. */
            purpose?: components["schemas"]["Purpose"];
            /** @description Origin of the payer's money, where it was given. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"];
            /** @description The beneficiary, as the payer calls it, where it was given. */
            relationship?: components["schemas"]["Relationship"];
            /** @description True if a `travelRule` was given. */
            travelRuleReceived?: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /** @description When an off-ramp was executed; null for other kinds. */
            executedAt: string | null;
            /** @description When it was completed, in UTC; null before. */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
            /** @description Why it was cancelled, failed or expired: a code of the list in the guide; null while it is not. */
            cancellationReason: components["schemas"]["CancellationReason"] | null;
            /** @description The same as a sentence for people, whose wording may change. */
            cancellationMessage: string | null;
            /** @description Where the money is on its way. */
            invoice: {
                /** @description Hash of the transfer on the chain; null while it is not known. */
                transactionHash: string | null;
                /** @description Address of a page to pay on; null where there is none. */
                paymentUrl: string | null;
            };
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description Why the payout waits, and who has to act; null while nothing holds it. */
            hold: components["schemas"]["Hold"] | null;
            /** @description Present when the bank sent the completed payout back; the status stays COMPLETED. */
            payoutReturn?: components["schemas"]["PayoutReturn"];
            /** @description Deposits beyond the one that was waited for, such as a second one, the excess of one, or one that came too late: booked to the refund account of the user and returned. */
            surplusDeposits: components["schemas"]["SurplusDeposit"][];
            /** @description How much of the deposit was paid in, where that is less than the amount; absent otherwise. */
            depositReceived?: number;
            /** @description How much of the deposit is missing while it is awaited; 0 once your tolerance has made it up. */
            depositOutstanding?: number;
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "CROSS_RAMP";
        };
        /** @description A locked price. */
        CrossRampQuote: {
            /**
             * Format: uuid
             * @description Pass to the creation of the transaction.
             */
            quoteId: string;
            /** @description Taken off the source amount before the conversion. */
            fees: components["schemas"]["Fees"];
            /** @description What the user pays, in the source currency. */
            sourceAmount: number;
            /** @description What is paid out, in the target currency. */
            targetAmount: number;
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description Target units per source unit, spread and premium inside. */
            rate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description The spread of the service inside the rate, as a fraction. */
            spread: number;
            /**
             * @description A cross-ramp is an order over the counter.
             * @constant
             */
            flow: "OTC";
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /**
             * Format: date-time
             * @description The quote cannot be used from this instant on.
             */
            expiresAt: string;
        };
        /** @description A locked price, as it stands. */
        CrossRampQuoteDetail: {
            /**
             * Format: uuid
             * @description Pass to the creation of the transaction.
             */
            quoteId: string;
            /** @description Taken off the source amount before the conversion. */
            fees: components["schemas"]["Fees"];
            /** @description What the user pays, in the source currency. */
            sourceAmount: number;
            /** @description What is paid out, in the target currency. */
            targetAmount: number;
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description Target units per source unit, spread and premium inside. */
            rate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description The spread of the service inside the rate, as a fraction. */
            spread: number;
            /**
             * @description A cross-ramp is an order over the counter.
             * @constant
             */
            flow: "OTC";
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /**
             * Format: date-time
             * @description The quote cannot be used from this instant on.
             */
            expiresAt: string;
            /** @description The transaction that has used it; null while none has. */
            usedBy: string | null;
        };
        /** @description An indicative price. */
        CrossRampRate: {
            /** @description Taken off the source amount before the conversion. */
            fees: components["schemas"]["Fees"];
            /** @description What the user pays, in the source currency. */
            sourceAmount: number;
            /** @description What is paid out, in the target currency. */
            targetAmount: number;
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description Target units per source unit, spread and premium inside. */
            rate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description The spread of the service inside the rate, as a fraction. */
            spread: number;
            /**
             * @description A cross-ramp is an order over the counter.
             * @constant
             */
            flow: "OTC";
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @enum {string} */
        CrossRampStatus: "PENDING" | "FIAT_RECEIVED" | "IN_PROGRESS" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
        /** @description A cross-ramp as its creation answers it. */
        CrossRampTransaction: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description Where it stands. */
            status: components["schemas"]["CrossRampStatus"];
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description What the user pays, in the source currency. */
            sourceAmount: number;
            /** @description What is paid out, in the target currency. */
            targetAmount: number;
            /** @description Target units per source unit, spread and premium inside. */
            exchangeRate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description Taken off the source amount before the conversion. */
            fees: components["schemas"]["Fees"];
            /** @description Where the user pays in. */
            sourceBankAccount: components["schemas"]["SourceBankAccount"];
            /** @description Where the target amount is paid out. */
            targetBankAccount: components["schemas"]["TargetBankAccount"];
            /** @description The quote that it was created with; null without one. */
            quoteId: string | null;
            /** @description The memo of a cross-ramp; null for none and for other kinds. */
            reference: string | null;
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description The rail of a cross-ramp; null for other kinds. */
            targetRail: ("LOCAL" | "SWIFT") | null;
            /** @description Hash of the chain transaction of the tokens, once it is known; null for cross-ramps. */
            transactionHash: string | null;
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /** @description Page for the person who pays, while the deposit is awaited; else null, as in the change feed and in answers of the sandbox. Anyone who holds it sees the payment: do not log it. */
            paymentUrl: string | null;
            /** @description Purpose of the payment, where it was given or has a default. */
            purpose?: components["schemas"]["Purpose"];
            /** @description Origin of the payer's money, where it was given. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"];
            /** @description The beneficiary, as the payer calls it, where it was given. */
            relationship?: components["schemas"]["Relationship"];
            /** @description True if a `travelRule` was given. */
            travelRuleReceived?: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
        };
        DecideVerificationRequest: {
            /**
             * @description The decision.
             * @enum {string}
             */
            result: "VERIFIED" | "REJECTED" | "REVIEW_NEEDED";
        };
        /** @description Something that was deleted. */
        Deleted: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was deleted, in UTC.
             */
            deletedAt: string;
        };
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             */
            at: string;
            /** @description What your endpoint answered; null when no answer came, and for an event bus. */
            statusCode: number | null;
            /** @description How long it took, in milliseconds. */
            durationMs: number;
            /** @description Why the attempt failed, for an event bus the error code of EventBridge; null on success. */
            error: string | null;
            /** @description What your endpoint answered, as text of at most 4 KB; null when that was nothing. For an event bus, the id of the event in EventBridge. The change feed leaves it out. */
            responseBody?: string | null;
        };
        /** @description Information on the parties of a deposit of tokens, by IVMS101.2023. Its originator sends them. */
        DepositTravelRule: {
            /** @description Who sends the tokens. */
            originator: components["schemas"]["TravelRuleOriginator"];
            /** @description Who receives the tokens. */
            beneficiary?: components["schemas"]["TravelRuleBeneficiary"] | null;
            /** @description The service that sends the tokens for its customer. */
            originatingVASP?: {
                /** @description The service that sends the tokens for its customer. */
                originatingVASP: components["schemas"]["TravelRulePerson"];
            } | null;
            /** @description The service that receives the tokens for its customer. */
            beneficiaryVASP?: {
                /** @description The service that receives the tokens for its customer. */
                beneficiaryVASP: components["schemas"]["TravelRulePerson"];
            } | null;
            /** @description The services between the two, in the order of the transfer. */
            transferPath?: {
                /** @description The services between the two, in the order of the transfer. */
                transferPath: {
                    /** @description A service between the two. */
                    intermediaryVASP: components["schemas"]["TravelRulePerson"];
                    /**
                     * Format: int32
                     * @description Its place on the path, from 0.
                     */
                    sequence: number;
                }[];
            } | null;
            /** @description Form of the block. */
            payloadMetadata: {
                /**
                 * @description Version of the standard.
                 * @constant
                 */
                payloadVersion: "101.2023";
                /** @description Scripts that names were converted from, by their codes in the standard. */
                transliterationMethod?: ("arab" | "aran" | "armn" | "cyrl" | "deva" | "geor" | "grek" | "hani" | "hebr" | "kana" | "kore" | "thai" | "othr")[] | null;
            };
        };
        /** @description Countries that are paid out to in the same way. */
        Destination: {
            /** @description By their ISO 3166-1 alpha-2 codes. */
            countries: components["schemas"]["TargetCountry"][];
            /** @description Currency of the amount. */
            currency: components["schemas"]["FiatCurrency"];
            /** @description Rails of their accounts, the default first. */
            rails: ("SPEI" | "ACH" | "WIRE" | "SEPA" | "SWIFT")[];
            /** @description Values of `targetRail` that they take. */
            targetRails: ("LOCAL" | "SWIFT")[];
            /** @description Bounds of a payout there, besides your own; null for none. */
            payoutLimits: components["schemas"]["Threshold"] | null;
            /** @description Those of `countries` whose payouts need an `invoiceFile`. */
            invoiceRequiredFor: components["schemas"]["TargetCountry"][];
            /** @description Fields about the payment that creations take. */
            complianceFields: components["schemas"]["ComplianceField"][];
        };
        /** @description A verification link that has ended. */
        EndedVerificationLink: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /**
             * @description The webhook that reports it.
             * @enum {string}
             */
            event: "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED";
            /**
             * @description KYC for a person, KYB for a business.
             * @enum {string}
             */
            kind: "KYC" | "KYB";
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: string;
            /** @description When a browser first opened the page; null where none did. */
            openedAt: string | null;
            /**
             * Format: date-time
             * @description When it ended: the time of the request.
             */
            endedAt: string;
        };
        /** @description The delivery of a notification to an endpoint beside the first one. */
        EndpointDelivery: {
            /**
             * Format: uuid
             * @description Of the endpoint, also after its deletion.
             */
            endpointId: string;
            /**
             * @description `PENDING` while attempts are to come, then `SENT` or `FAILED`.
             * @enum {string}
             */
            status: "PENDING" | "SENT" | "FAILED";
            /**
             * Format: int32
             * @description Automatic attempts made so far, the first included: 1 if the first attempt succeeded.
             */
            retryAttempts: number;
            /**
             * Format: int32
             * @description Manual retries used, three at most.
             */
            manualRetryCount: number;
            /** @description From when the next attempt may be made, while the status is PENDING; else null. */
            nextAttemptAt: string | null;
            /** @description The last twenty attempts. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description How attempts at an endpoint have ended. Instants may lag up to a minute; an endpoint is never switched off. */
        EndpointHealth: {
            /**
             * @description `FAILING` from the first failure after a success, `HEALTHY` after a success, `UNKNOWN` without an attempt in 35 days.
             * @enum {string}
             */
            status: "HEALTHY" | "FAILING" | "UNKNOWN";
            /** @description When an attempt last succeeded; null where none did. */
            lastSuccessAt: string | null;
            /** @description When an attempt last failed; null where none did. */
            lastFailureAt: string | null;
            /** @description When the first attempt failed after the last success; null while the endpoint is not failing. */
            failingSince: string | null;
            /** @description Why an attempt last failed; null where none did. */
            lastError: string | null;
        };
        /** @description What is left of earlier versions about a person who was erased. */
        ErasedResource: {
            /**
             * @description The only value.
             * @constant
             */
            state: "ERASED";
        };
        /** @description Every error. Decide by `code` and, where it has several causes, by `reason`; `message` is for people. */
        Error: {
            /** @description False. */
            success: boolean;
            /** @description What went wrong, to decide by. */
            code: components["schemas"]["ErrorCode"];
            /** @description The cause of the error. Present if the `code` has several causes. */
            reason?: components["schemas"]["ErrorReason"];
            /** @description A sentence for people, whose wording may change. */
            message: string;
            /** @description Which fields are wrong, by dotted path. */
            errors?: {
                /** @description Dotted path of the field, such as `address.zipCode`. */
                field: string;
                /** @description What is wrong with it. */
                message: string;
                /** @description The limit over time that it passes, such as `USER_DAY`, with `LIMIT_EXCEEDED`. */
                limit?: string;
            }[];
            /** @description Ids of what is on record and in the way, by their names in the API, such as `userId` of the user who has the address. */
            details?: {
                [key: string]: string;
            };
            /** @description Id of this request, as in `x-request-id`. Quote it when you ask about the request. */
            requestId?: string;
            /**
             * Format: uri
             * @description Address of the code on the developer pages.
             */
            docUrl?: string;
        };
        /**
         * @description What went wrong, to decide by.
         * @enum {string}
         */
        ErrorCode: "INVALID_USER_INPUT_ERROR" | "BAD_REQUEST" | "LIMIT_EXCEEDED" | "REQUIRED_USER_ID_ERROR" | "QUOTE_EXPIRED" | "INVALID_FIAT_AMOUNT_ERROR" | "INVALID_TOKEN_AMOUNT_ERROR" | "INVALID_TOKEN_OPERATION_ERROR" | "NO_KYC_TEMPLATE_FOUND" | "EMAIL_NOT_FOUND" | "FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL" | "FAILED_TO_DOWNLOAD_DOCUMENT" | "INVALID_VERIFICATION_TYPE_FOR_USER" | "UserOnRampWalletDuplicateError" | "UNAUTHORIZED" | "ADDRESS_NOT_ALLOWED" | "CLIENT_CERTIFICATE_REQUIRED" | "INVALID_PARTNER_FLOW" | "USER_NOT_VERIFIED_ERROR" | "USER_BANK_INFO_ACCESS_DENIED" | "SIGNATURE_REQUIREMENT_NOT_MET" | "TRANSACTION_ACCESS_DENIED" | "PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR" | "NOT_FOUND" | "NOT_FOUND_ERROR" | "TRANSACTION_NOT_FOUND" | "QUOTE_NOT_FOUND" | "USER_BANK_INFO_NOT_FOUND" | "RECEIVER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "UNPROCESSABLE_ENTITY" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE" | "FORBIDDEN" | "GATEWAY_TIMEOUT";
        /**
         * @description The cause of an error whose `code` has several causes. Versions of the API may add reasons.
         * @enum {string}
         */
        ErrorReason: "ACCOUNT_OF_ANOTHER_PARTNER" | "ACCOUNT_OF_ANOTHER_USER" | "BANK_ACCOUNT_REQUIRED" | "BODY_COMPRESSED" | "BODY_NOT_JSON" | "BODY_NOT_UTF8" | "COUNTRY_MISMATCH" | "COUNTRY_NOT_SUPPORTED" | "CURRENCIES_EQUAL" | "CURRENCY_DISABLED" | "CURRENCY_MISMATCH" | "DECLARATION_NOT_OPEN" | "DEPOSIT_BANK_MISSING" | "EMAIL_INVALID" | "EMAIL_TAKEN" | "ENDPOINT_LIMIT_REACHED" | "ENDPOINT_NOT_FOUND" | "EVENT_BUS_UNSIGNED" | "EXTERNAL_ID_TAKEN" | "FILE_CHANGED" | "FILE_URL_INVALID" | "FLOW_NOT_ENABLED" | "INFORMATION_NOT_REQUESTED" | "INVOICE_REQUIRED" | "KEY_MALFORMED" | "KEY_MISSING" | "KEY_UNKNOWN" | "LAST_OWNER" | "LINK_NOT_OPEN" | "LOGO_NOT_FOUND" | "NAME_VERIFIED" | "NOTIFICATION_NOT_FAILED" | "NOTIFICATION_NOT_FOUND" | "ORDER_INCOMPLETE" | "PARTNER_SUSPENDED" | "PERSON_LIMIT_REACHED" | "PERSON_NOT_FOUND" | "QUOTE_KIND" | "QUOTE_MISMATCH" | "QUOTE_NOT_CREATED" | "QUOTE_NOT_FOUND" | "QUOTE_USED" | "RECEIPT_ERASED" | "RECEIPT_NOT_READY" | "REQUEST_RATE" | "REQUEST_REFUSED" | "RETRIES_USED_UP" | "RETRY_RATE" | "ROUTE_NOT_FOUND" | "SIGNATURE_DOCUMENT_NOT_FOUND" | "TARGET_KIND_FIXED" | "TOKEN_DISABLED" | "TRANSACTION_OF_ANOTHER_PARTNER" | "TRANSITION_NOT_ALLOWED" | "UNEXPECTED" | "USER_IS_BUSINESS" | "USER_IS_INDIVIDUAL" | "USER_NOT_FOUND" | "VERIFICATION_EXISTS" | "VERIFICATION_NOT_CREATED" | "VERSION_UNKNOWN" | "VIRTUAL_ACCOUNT_NOT_DELETABLE" | "WALLET_LIMIT_REACHED" | "WALLET_NOT_FOUND" | "WEBHOOK_SECRET_MISSING" | "WRITE_CONTENTION";
        ExecuteOffRampRequest: {
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Hash of the transfer on the chain; null while it is not known. */
            transactionHash?: string | null;
        };
        ExecutedOffRamp: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER";
        };
        /** @description What the service charges. */
        Fees: {
            /** @description In the currency beside it. */
            fixedFee: number;
            /** @description Currency of the fee: the source currency. */
            feeCurrency: components["schemas"]["FiatCurrency"];
        };
        /** @enum {string} */
        FiatCurrency: "MXN" | "DOP" | "USD" | "EUR";
        /** @description The payout of a cross-ramp is held. */
        HeldCrossRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "HOLD_PLACED_CROSS_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description Status of the transaction after this event. */
            status: components["schemas"]["CrossRampStatus"];
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /**
             * @description Why the payout waits.
             * @enum {string}
             */
            reason: "COUNTERPARTY_INFORMATION_REQUIRED" | "WALLET_VERIFICATION_REQUIRED" | "SOURCE_OF_FUNDS_REQUIRED" | "COMPLIANCE_REVIEW";
            /**
             * @description The party that has to act: you, or the platform.
             * @enum {string}
             */
            actor: "PARTNER" | "PLATFORM";
            /** @description The fields of the information that you are asked for; empty while the platform acts. */
            requestedFields: string[];
            /** @description Time by which you have to answer; null while the platform acts. */
            deadline: string | null;
        };
        /** @description The payout of an off-ramp is held. */
        HeldOffRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "HOLD_PLACED_OFF_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /**
             * @description Why the payout waits.
             * @enum {string}
             */
            reason: "COUNTERPARTY_INFORMATION_REQUIRED" | "WALLET_VERIFICATION_REQUIRED" | "SOURCE_OF_FUNDS_REQUIRED" | "COMPLIANCE_REVIEW";
            /**
             * @description The party that has to act: you, or the platform.
             * @enum {string}
             */
            actor: "PARTNER" | "PLATFORM";
            /** @description The fields of the information that you are asked for; empty while the platform acts. */
            requestedFields: string[];
            /** @description Time by which you have to answer; null while the platform acts. */
            deadline: string | null;
        };
        /** @description The payout of an on-ramp is held. */
        HeldOnRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "HOLD_PLACED_ON_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /**
             * @description Why the payout waits.
             * @enum {string}
             */
            reason: "COUNTERPARTY_INFORMATION_REQUIRED" | "WALLET_VERIFICATION_REQUIRED" | "SOURCE_OF_FUNDS_REQUIRED" | "COMPLIANCE_REVIEW";
            /**
             * @description The party that has to act: you, or the platform.
             * @enum {string}
             */
            actor: "PARTNER" | "PLATFORM";
            /** @description The fields of the information that you are asked for; empty while the platform acts. */
            requestedFields: string[];
            /** @description Time by which you have to answer; null while the platform acts. */
            deadline: string | null;
        };
        /** @description A payout that waits. */
        Hold: {
            /**
             * @description Why, as a code.
             * @enum {string}
             */
            reason: "COUNTERPARTY_INFORMATION_REQUIRED" | "WALLET_VERIFICATION_REQUIRED" | "SOURCE_OF_FUNDS_REQUIRED" | "COMPLIANCE_REVIEW";
            /**
             * Format: date-time
             * @description Time at which it was held.
             */
            since: string;
            /**
             * @description The party that has to act: you, or the platform.
             * @enum {string}
             */
            actor: "PARTNER" | "PLATFORM";
            /** @description Information that you are asked for; empty while the platform acts. */
            requestedInformation: {
                /** @description Name of a piece of information that a hold asks for. */
                field: string;
                /** @description The same as a sentence. */
                description: string;
            }[];
            /** @description Time by which you have to answer; null while the platform acts. */
            deadline: string | null;
        };
        /** @description Where the verification of a business stands. */
        Kyb: {
            /** @description The newest verification; null before any. */
            verificationId: string | null;
            /** @description Status of the newest verification. */
            verificationStatus: components["schemas"]["KycStatus"];
            /** @description Of that verification, as in the change feed; null before any. */
            version: number | null;
            /** @description As last submitted; null where nothing was. The name of a verified business is the verified one. */
            businessInfo: {
                /** @description Registered name of the business. */
                businessName: string | null;
                /** @description English name or alpha-2 code of the country where the business was founded. */
                countryOfConstitution: string | null;
                /** @description Number that the tax authority gave: in Mexico the RFC. */
                taxId: string | null;
            };
            /** @description The associated persons with the role `UBO`. */
            beneficialOwners: {
                /** @description Given and family names. */
                fullName: string;
                /** @description Share of the business in percent. */
                ownershipPercent: number | null;
            }[];
            /** @description The link that can still be opened, if any. */
            sessionUrl: string | null;
            /** @description When the newest verification was submitted or the newest link made; null before any. */
            createdAt: string | null;
        };
        /** @description A link of a business. */
        KybLink: {
            /**
             * Format: uri
             * @description Works once, for 24 hours. Send it to the business alone.
             */
            kybLink: string;
        };
        /** @description Where a verification stands. */
        Kyc: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description The newest verification; null before any. */
            verificationId: string | null;
            /** @description Where it stands. */
            status: components["schemas"]["KycStatus"];
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: string | null;
            /** @description Of that verification, as in the change feed; null before any. */
            version: number | null;
            /** @description When it was submitted, in UTC; null before. */
            submittedAt: string | null;
            /** @description When it was decided, in UTC; null before. */
            decidedAt: string | null;
            /** @description Why it was rejected; empty otherwise. */
            rejectionReasons: string[];
        };
        /** @description An address. */
        KycAddress: {
            /** @description Street and number. */
            street?: string | null;
            /** @description City. */
            city?: string | null;
            /** @description State or province. */
            state?: string | null;
            /** @description In the form of the country: of the address, or of the verification where the address names none. */
            zipCode?: string | null;
            /** @description English name of a country, or its alpha-2 code. */
            country?: string | null;
        } & ({
            zipCode?: unknown;
        } & unknown & unknown);
        /** @description A verification changed. */
        KycChange: {
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "KYC";
            /**
             * Format: uuid
             * @description Of the thing; versions of one thing share it.
             */
            id: string;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it became so.
             */
            at: string;
            /** @description The resource at that version, as its own operation shows it. */
            resource: components["schemas"]["Kyc"] | components["schemas"]["ErasedResource"];
        };
        KycDocument: {
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "ADDRESS_PROOF" | "NATIONAL_ID" | "VOTER_ID" | "PASSPORT" | "TAX_ID";
            /**
             * Format: uri
             * @description Pre-signed address of the file.
             */
            fileUrl?: string | null;
            /**
             * Format: uri
             * @description Pre-signed address of the picture of the front.
             */
            frontIdUrl?: string | null;
            /**
             * Format: uri
             * @description Pre-signed address of the picture of the back.
             */
            backIdUrl?: string | null;
        } & ({
            fileUrl: unknown;
        } | {
            frontIdUrl: unknown;
        } | {
            backIdUrl: unknown;
        });
        /** @description A step of a verification. */
        KycEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "KYC";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "CREATED_KYC" | "VERIFIED_USER" | "REVIEW_NEEDED_KYC";
            /**
             * Format: uuid
             * @description The `verificationId` of `GET …/users/{userId}/kyc`.
             */
            kycId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … over the notifications of the same transaction, or of the same user: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
        };
        KycIdentity: {
            /**
             * @description Its kind.
             * @enum {string|null}
             */
            type?: "GOVERNMENT_ID" | "RESIDENT_CARD" | "TAX_ID" | null;
            /**
             * Format: uri
             * @description Pre-signed address of the picture of the front.
             */
            frontIdUrl?: string | null;
            /**
             * Format: uri
             * @description Pre-signed address of the picture of the back.
             */
            backIdUrl?: string | null;
        };
        /** @description A link of a person. */
        KycLink: {
            /**
             * Format: uri
             * @description Works once, for 24 hours. Send it to that person alone.
             */
            kycLink: string;
        };
        /** @description A person beside the user. */
        KycPerson: {
            /** @description Given and family names. */
            fullName?: string | null;
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD.
             */
            dateOfBirth?: string | null;
            /** @description Postal address. */
            address?: string | null;
            /** @description In Mexico its form is checked: of a person or of a company. */
            rfc?: string | null;
            /** @description Number of the identity document. */
            serialNumber?: string | null;
            /** @description Occupation, as text. */
            occupation?: string | null;
            /** @description Nationality, as text. */
            nationality?: string | null;
        };
        KycPosition: {
            /** @description The public position. */
            position?: string | null;
            /** @description When it was held, as text. */
            period?: string | null;
            /**
             * @description Whose position it is: the user’s own.
             * @enum {string|null}
             */
            relation?: "DIRECT" | null;
        };
        /** @enum {string} */
        KycStatus: "NOT_STARTED" | "IN_PROGRESS" | "VERIFIED" | "REJECTED" | "REVIEW_NEEDED";
        /** @description The ledger entries of a transaction, oldest first. */
        Ledger: {
            /**
             * Format: int32
             * @description Number of items.
             */
            count: number;
            /** @description Absent: the whole list is counted. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of items on record.
             */
            total: number;
            /** @description Oldest first. */
            data: components["schemas"]["LedgerLine"][];
            /** @description Absent: the list is shown whole. */
            nextCursor?: string;
        };
        /** @description One entry of the ledger. */
        LedgerLine: {
            /** @description The account of the ledger. */
            account: string;
            /**
             * @description Whether the account is debited or credited.
             * @enum {string}
             */
            side: "DEBIT" | "CREDIT";
            /** @description As decimal text, so that no digit is lost. */
            amount: string;
            /** @description Fiat currency or token of the amount. */
            currency: string;
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             */
            at: string;
            /** @description What led to it. */
            cause: string;
        };
        /** @description A maximum of one transaction, or of what is created in a day or a month (UTC). */
        Limit: {
            /**
             * @description As an error names it: of a user or of all your users together.
             * @enum {string}
             */
            name: "TRANSACTION" | "USER_DAY" | "USER_MONTH" | "PARTNER_DAY" | "PARTNER_MONTH";
            /**
             * @description When it was held, as text.
             * @enum {string}
             */
            period: "TRANSACTION" | "DAY" | "MONTH";
            /**
             * @description Currency of the amount.
             * @enum {string}
             */
            currency: "MXN" | "DOP" | "USD" | "EUR" | "USDC" | "USDT";
            /** @description The most that the agreement allows. */
            maximum: number;
            /** @description What counts towards it: what transactions pay in, by the rate of their creation. 0 of one transaction. */
            used: number;
            /** @description What may still be created before `resetsAt`. */
            remaining: number;
            /** @description When the next day or month begins; null of one transaction. */
            resetsAt: string | null;
        };
        /** @description What became of a verification link. */
        LinkEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "KYC";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "VERIFICATION_LINK_OPENED" | "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED";
            /**
             * Format: uuid
             * @description Of the verification that is submitted by the link: the `kycId` of its later events.
             */
            kycId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … over the notifications of the same transaction, or of the same user: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description KYC for a person, KYB for a business.
             * @enum {string}
             */
            kind: "KYC" | "KYB";
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: string;
            /**
             * Format: date-time
             * @description When the link ends, or ended.
             */
            expiresAt: string;
            /** @description When a browser first opened the page; null before that. */
            openedAt: string | null;
        };
        /** @description Keys and values of the partner about a transaction; empty without any. */
        Metadata: {
            [key: string]: string;
        };
        MockRule: {
            /** @description Use it as `sourceAmount`. */
            amount: number;
            /** @description The status in the end. */
            outcome: string;
            /** @description Why, as a code. */
            reason: string | null;
            /** @description The same as a sentence. */
            description: string;
        };
        /** @description The sandbox amounts and what each leads to. */
        MockTestingGuide: {
            /** @description Whether sandbox amounts have an effect here. */
            enabled: boolean;
            /**
             * @description The stage: in `sandbox` no money moves.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /** @description Those of on-ramps, by `fiatAmount`. */
            onRampRules: components["schemas"]["MockRule"][];
            /** @description Those of off-ramps, by `cryptoAmount`. */
            offRampRules: components["schemas"]["MockRule"][];
            /** @description Those of cross-ramps, by `sourceAmount`. */
            crossRampRules: components["schemas"]["MockRule"][];
        };
        /** @description A webhook notification changed; what endpoints answered is left out. */
        NotificationChange: {
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "NOTIFICATION";
            /**
             * Format: uuid
             * @description Of the thing; versions of one thing share it.
             */
            id: string;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it became so.
             */
            at: string;
            /** @description The resource at that version, as its own operation shows it. */
            resource: components["schemas"]["WebhookNotification"] | components["schemas"]["ErasedResource"];
        };
        /** @enum {string} */
        NotificationStatus: "PENDING" | "SENT" | "FAILED" | "NOT_SENT";
        /** @description A step of an off-ramp. */
        OffRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "CREATED_OFF_RAMP" | "CRYPTO_RECEIVED_OFF_RAMP" | "CRYPTO_NOT_RECEIVED_OFF_RAMP" | "EXPIRED_OFF_RAMP" | "HOLD_RELEASED_OFF_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
        };
        /** @description An off-ramp as listings and look-ups show it. */
        OffRampItem: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description In tokens, with at most six decimals. */
            cryptoAmount: number;
            /** @description In the fiat currency. */
            fiatAmount: number;
            /** @description Always 0. */
            crossFiatAmount: number;
            /** @description Fiat units per token, spread and premium inside. */
            exchangeRate: number;
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /**
             * @description `OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /**
             * Format: int32
             * @description Requested T+N, for MXN over the counter.
             */
            forwardingDays: number;
            /**
             * Format: int32
             * @description Calendar days from the trade day to the settlement day.
             */
            effectiveForwardingDays: number;
            /**
             * Format: date-time
             * @description When it settles: at 18:00 in Mexico City; of `REGULAR` orders in other currencies than MXN, at the instant of the order.
             */
            forwardingSettlementDate: string;
            /** @description Days that were passed over, each with the reason of the settlement calendar or the cut-off; empty for `REGULAR` orders. */
            forwardingAdjustments: {
                /** @description The day, YYYY-MM-DD. */
                date: string;
                /** @description Why, as a code. */
                reason: string;
            }[];
            /** @description The quote that it was created with; null without one. */
            quoteId: string | null;
            /** @description The memo of a cross-ramp; null for none and for other kinds. */
            reference: string | null;
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description The rail of a cross-ramp; null for other kinds. */
            targetRail: ("LOCAL" | "SWIFT") | null;
            /** @description Hash of the chain transaction of the tokens, once it is known; null for cross-ramps. */
            transactionHash: string | null;
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /** @description Page for the person who pays, while the deposit is awaited; else null, as in the change feed and in answers of the sandbox. Anyone who holds it sees the payment: do not log it. */
            paymentUrl: string | null;
            /** @description Purpose of the payment, where it was given or has a default. */
            purpose?: components["schemas"]["Purpose"];
            /** @description Origin of the payer's money, where it was given. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"];
            /** @description The beneficiary, as the payer calls it, where it was given. */
            relationship?: components["schemas"]["Relationship"];
            /** @description True if a `travelRule` was given. */
            travelRuleReceived?: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /** @description When it was completed, in UTC; null before. */
            completedAt: string | null;
            /** @description The address that the user sends the tokens to; unique to this off-ramp. */
            destinationWalletAddress: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Where the fiat is paid out. */
            bankAccount: components["schemas"]["TargetBankAccount"];
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /** @description When an off-ramp was executed; null for other kinds. */
            executedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
            /** @description Why it was cancelled, failed or expired: a code of the list in the guide; null while it is not. */
            cancellationReason: components["schemas"]["CancellationReason"] | null;
            /** @description The same as a sentence for people, whose wording may change. */
            cancellationMessage: string | null;
            /** @description Where the money is on its way. */
            invoice: {
                /** @description Hash of the transfer on the chain; null while it is not known. */
                transactionHash: string | null;
                /** @description Address of a page to pay on; null where there is none. */
                paymentUrl: string | null;
            };
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description Why the payout waits, and who has to act; null while nothing holds it. */
            hold: components["schemas"]["Hold"] | null;
            /** @description Present when the bank sent the completed payout back; the status stays COMPLETED. */
            payoutReturn?: components["schemas"]["PayoutReturn"];
            /** @description Deposits beyond the one that was waited for, such as a second one, the excess of one, or one that came too late: booked to the refund account of the user and returned. */
            surplusDeposits: components["schemas"]["SurplusDeposit"][];
            /** @description How much of the deposit was paid in, where that is less than the amount; absent otherwise. */
            depositReceived?: number;
            /** @description How much of the deposit is missing while it is awaited; 0 once your tolerance has made it up. */
            depositOutstanding?: number;
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "OFF_RAMP";
        };
        /** @description An off-ramp as its creation answers it. */
        OffRampTransaction: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description In tokens, with at most six decimals. */
            cryptoAmount: number;
            /** @description In the fiat currency. */
            fiatAmount: number;
            /** @description Always 0. */
            crossFiatAmount: number;
            /** @description Fiat units per token, spread and premium inside. */
            exchangeRate: number;
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /**
             * @description `OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /**
             * Format: int32
             * @description Requested T+N, for MXN over the counter.
             */
            forwardingDays: number;
            /**
             * Format: int32
             * @description Calendar days from the trade day to the settlement day.
             */
            effectiveForwardingDays: number;
            /**
             * Format: date-time
             * @description When it settles: at 18:00 in Mexico City; of `REGULAR` orders in other currencies than MXN, at the instant of the order.
             */
            forwardingSettlementDate: string;
            /** @description Days that were passed over, each with the reason of the settlement calendar or the cut-off; empty for `REGULAR` orders. */
            forwardingAdjustments: {
                /** @description The day, YYYY-MM-DD. */
                date: string;
                /** @description Why, as a code. */
                reason: string;
            }[];
            /** @description The quote that it was created with; null without one. */
            quoteId: string | null;
            /** @description The memo of a cross-ramp; null for none and for other kinds. */
            reference: string | null;
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description The rail of a cross-ramp; null for other kinds. */
            targetRail: ("LOCAL" | "SWIFT") | null;
            /** @description Hash of the chain transaction of the tokens, once it is known; null for cross-ramps. */
            transactionHash: string | null;
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /** @description Page for the person who pays, while the deposit is awaited; else null, as in the change feed and in answers of the sandbox. Anyone who holds it sees the payment: do not log it. */
            paymentUrl: string | null;
            /** @description Purpose of the payment, where it was given or has a default. */
            purpose?: components["schemas"]["Purpose"];
            /** @description Origin of the payer's money, where it was given. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"];
            /** @description The beneficiary, as the payer calls it, where it was given. */
            relationship?: components["schemas"]["Relationship"];
            /** @description True if a `travelRule` was given. */
            travelRuleReceived?: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /** @description When it was completed, in UTC; null before. */
            completedAt: string | null;
            /** @description The address that the user sends the tokens to; unique to this off-ramp. */
            destinationWalletAddress: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Where the fiat is paid out. */
            bankAccount: components["schemas"]["TargetBankAccount"];
        };
        /** @description A step of an on-ramp. */
        OnRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "CREATED_ON_RAMP" | "FIAT_RECEIVED_ON_RAMP" | "EXPIRED_ON_RAMP" | "HOLD_RELEASED_ON_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
        };
        /** @description An on-ramp as listings and look-ups show it. */
        OnRampItem: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description In tokens, with at most six decimals. */
            cryptoAmount: number;
            /** @description In the fiat currency. */
            fiatAmount: number;
            /** @description Always 0. */
            crossFiatAmount: number;
            /** @description Fiat units per token, spread and premium inside. */
            exchangeRate: number;
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /**
             * @description `OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /**
             * Format: int32
             * @description Requested T+N, for MXN over the counter.
             */
            forwardingDays: number;
            /**
             * Format: int32
             * @description Calendar days from the trade day to the settlement day.
             */
            effectiveForwardingDays: number;
            /**
             * Format: date-time
             * @description When it settles: at 18:00 in Mexico City; of `REGULAR` orders in other currencies than MXN, at the instant of the order.
             */
            forwardingSettlementDate: string;
            /** @description Days that were passed over, each with the reason of the settlement calendar or the cut-off; empty for `REGULAR` orders. */
            forwardingAdjustments: {
                /** @description The day, YYYY-MM-DD. */
                date: string;
                /** @description Why, as a code. */
                reason: string;
            }[];
            /** @description The quote that it was created with; null without one. */
            quoteId: string | null;
            /** @description The memo of a cross-ramp; null for none and for other kinds. */
            reference: string | null;
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description The rail of a cross-ramp; null for other kinds. */
            targetRail: ("LOCAL" | "SWIFT") | null;
            /** @description Hash of the chain transaction of the tokens, once it is known; null for cross-ramps. */
            transactionHash: string | null;
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /** @description Page for the person who pays, while the deposit is awaited; else null, as in the change feed and in answers of the sandbox. Anyone who holds it sees the payment: do not log it. */
            paymentUrl: string | null;
            /** @description Purpose of the payment, where it was given or has a default. */
            purpose?: components["schemas"]["Purpose"];
            /** @description Origin of the payer's money, where it was given. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"];
            /** @description The beneficiary, as the payer calls it, where it was given. */
            relationship?: components["schemas"]["Relationship"];
            /** @description True if a `travelRule` was given. */
            travelRuleReceived?: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /** @description When it was completed, in UTC; null before. */
            completedAt: string | null;
            /** @description The user's wallet that the tokens go to. */
            destinationWalletAddress: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Where the user pays in. */
            bankAccount: components["schemas"]["SourceBankAccount"];
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /** @description When an off-ramp was executed; null for other kinds. */
            executedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
            /** @description Why it was cancelled, failed or expired: a code of the list in the guide; null while it is not. */
            cancellationReason: components["schemas"]["CancellationReason"] | null;
            /** @description The same as a sentence for people, whose wording may change. */
            cancellationMessage: string | null;
            /** @description Where the money is on its way. */
            invoice: {
                /** @description Hash of the transfer on the chain; null while it is not known. */
                transactionHash: string | null;
                /** @description Address of a page to pay on; null where there is none. */
                paymentUrl: string | null;
            };
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description Why the payout waits, and who has to act; null while nothing holds it. */
            hold: components["schemas"]["Hold"] | null;
            /** @description Present when the bank sent the completed payout back; the status stays COMPLETED. */
            payoutReturn?: components["schemas"]["PayoutReturn"];
            /** @description Deposits beyond the one that was waited for, such as a second one, the excess of one, or one that came too late: booked to the refund account of the user and returned. */
            surplusDeposits: components["schemas"]["SurplusDeposit"][];
            /** @description How much of the deposit was paid in, where that is less than the amount; absent otherwise. */
            depositReceived?: number;
            /** @description How much of the deposit is missing while it is awaited; 0 once your tolerance has made it up. */
            depositOutstanding?: number;
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "ON_RAMP";
        };
        /** @description An on-ramp as its creation answers it. */
        OnRampTransaction: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description In tokens, with at most six decimals. */
            cryptoAmount: number;
            /** @description In the fiat currency. */
            fiatAmount: number;
            /** @description Always 0. */
            crossFiatAmount: number;
            /** @description Fiat units per token, spread and premium inside. */
            exchangeRate: number;
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /**
             * @description `OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /**
             * Format: int32
             * @description Requested T+N, for MXN over the counter.
             */
            forwardingDays: number;
            /**
             * Format: int32
             * @description Calendar days from the trade day to the settlement day.
             */
            effectiveForwardingDays: number;
            /**
             * Format: date-time
             * @description When it settles: at 18:00 in Mexico City; of `REGULAR` orders in other currencies than MXN, at the instant of the order.
             */
            forwardingSettlementDate: string;
            /** @description Days that were passed over, each with the reason of the settlement calendar or the cut-off; empty for `REGULAR` orders. */
            forwardingAdjustments: {
                /** @description The day, YYYY-MM-DD. */
                date: string;
                /** @description Why, as a code. */
                reason: string;
            }[];
            /** @description The quote that it was created with; null without one. */
            quoteId: string | null;
            /** @description The memo of a cross-ramp; null for none and for other kinds. */
            reference: string | null;
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description The rail of a cross-ramp; null for other kinds. */
            targetRail: ("LOCAL" | "SWIFT") | null;
            /** @description Hash of the chain transaction of the tokens, once it is known; null for cross-ramps. */
            transactionHash: string | null;
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /** @description Page for the person who pays, while the deposit is awaited; else null, as in the change feed and in answers of the sandbox. Anyone who holds it sees the payment: do not log it. */
            paymentUrl: string | null;
            /** @description Purpose of the payment, where it was given or has a default. */
            purpose?: components["schemas"]["Purpose"];
            /** @description Origin of the payer's money, where it was given. */
            sourceOfFunds?: components["schemas"]["SourceOfFunds"];
            /** @description The beneficiary, as the payer calls it, where it was given. */
            relationship?: components["schemas"]["Relationship"];
            /** @description True if a `travelRule` was given. */
            travelRuleReceived?: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /** @description When it was completed, in UTC; null before. */
            completedAt: string | null;
            /** @description The user's wallet that the tokens go to. */
            destinationWalletAddress: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Where the user pays in. */
            bankAccount: components["schemas"]["SourceBankAccount"];
        };
        /** @description The comparison of an account’s holder with the name that its bank has. */
        PayeeCheck: {
            /**
             * @description NOT_POSSIBLE where the bank did not tell.
             * @enum {string}
             */
            result: "MATCH" | "CLOSE_MATCH" | "NO_MATCH" | "NOT_POSSIBLE";
            /** @description The holder as the bank names it, after a CLOSE_MATCH; otherwise null. Null in the change feed. */
            name: string | null;
            /**
             * Format: date-time
             * @description When the bank answered, in UTC.
             */
            at: string;
        };
        /** @description Bank details of a payout; which of them an account needs depends on its country. */
        PayoutBankDetails: {
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country?: components["schemas"]["TargetCountry"] | null;
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier?: string | null;
            /** @description ABA routing number of the bank: nine digits, the first two from 00–12, 21–32, 61–72 or 80. */
            routingNumber?: string | null;
            /** @description BIC (SWIFT code) of the bank. */
            bic?: string | null;
            /** @description IBAN of the account. */
            iban?: string | null;
            /** @description Name of the bank. */
            bankName?: string | null;
            /**
             * @description Kind of account.
             * @enum {string|null}
             */
            accountType?: "CHECKING" | "SAVINGS" | null;
            /** @description Number of the holder’s document: 11 digits of a cédula, 9 or 11 of an RNC. */
            documentIdentifier?: string | null;
            /**
             * @description Kind of the holder’s document.
             * @enum {string|null}
             */
            documentType?: "PASSPORT" | "CEDULA" | "RNC" | null;
            /** @description Whose account it is. */
            accountHolder?: components["schemas"]["AccountHolder"] | null;
            /** @description Postal address. */
            address?: components["schemas"]["PostalAddress"] | null;
        } & (unknown & unknown & unknown & unknown & unknown);
        /** @description A completed payout that came back. */
        PayoutReturn: {
            /** @description Amount, in `currency`. */
            amount: number;
            /** @description Currency of the amount. */
            currency: components["schemas"]["FiatCurrency"];
            /** @description Why, as a code. */
            reason: string;
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             */
            at: string;
        };
        /** @description A completed payout came back. */
        PayoutReturnedCrossRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "PAYOUT_RETURNED_CROSS_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description Status of the transaction after this event. */
            status: components["schemas"]["CrossRampStatus"];
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description As decimal text, so that no digit is lost. */
            amount: string;
            /** @description Currency of the amount. */
            currency: components["schemas"]["FiatCurrency"];
            /** @description Why, as a code. */
            reason: string;
            /** @description Path of the receipt beneath `/api/partner/v2`; reading it needs your key. */
            receiptPath: string;
        };
        /** @description A completed payout came back. */
        PayoutReturnedOffRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "PAYOUT_RETURNED_OFF_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description As decimal text, so that no digit is lost. */
            amount: string;
            /** @description Currency of the amount. */
            currency: components["schemas"]["FiatCurrency"];
            /** @description Why, as a code. */
            reason: string;
            /** @description Path of the receipt beneath `/api/partner/v2`; reading it needs your key. */
            receiptPath: string;
        };
        /** @description Information on the parties of a payout of tokens, by IVMS101.2023. Its beneficiary receives them. */
        PayoutTravelRule: {
            /** @description Who receives the tokens. */
            beneficiary: components["schemas"]["TravelRuleBeneficiary"];
            /** @description Who sends the tokens. */
            originator?: components["schemas"]["TravelRuleOriginator"] | null;
            /** @description The service that sends the tokens for its customer. */
            originatingVASP?: {
                /** @description The service that sends the tokens for its customer. */
                originatingVASP: components["schemas"]["TravelRulePerson"];
            } | null;
            /** @description The service that receives the tokens for its customer. */
            beneficiaryVASP?: {
                /** @description The service that receives the tokens for its customer. */
                beneficiaryVASP: components["schemas"]["TravelRulePerson"];
            } | null;
            /** @description The services between the two, in the order of the transfer. */
            transferPath?: {
                /** @description The services between the two, in the order of the transfer. */
                transferPath: {
                    /** @description A service between the two. */
                    intermediaryVASP: components["schemas"]["TravelRulePerson"];
                    /**
                     * Format: int32
                     * @description Its place on the path, from 0.
                     */
                    sequence: number;
                }[];
            } | null;
            /** @description Form of the block. */
            payloadMetadata: {
                /**
                 * @description Version of the standard.
                 * @constant
                 */
                payloadVersion: "101.2023";
                /** @description Scripts that names were converted from, by their codes in the standard. */
                transliterationMethod?: ("arab" | "aran" | "armn" | "cyrl" | "deva" | "geor" | "grek" | "hani" | "hebr" | "kana" | "kore" | "thai" | "othr")[] | null;
            };
        };
        /** @description Where needed: `streetLine1`, `city`, `postalCode` and `country`; in SEPA, where it is given, `city` and `country`. */
        PostalAddress: {
            /** @description Street and number, or the street alone beside `buildingNumber`. At most 70 characters; town and country are not repeated in it. */
            streetLine1?: string | null;
            /** @description The rest of the street address. At most 70 characters. */
            streetLine2?: string | null;
            /** @description Number of the building, at most 16 characters: the address is then sent structured. */
            buildingNumber?: string | null;
            /** @description City. */
            city?: string | null;
            /** @description State or province. */
            state?: string | null;
            /** @description Postal code. */
            postalCode?: string | null;
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country?: string | null;
        };
        /** @description Answers to what a hold asks for. */
        ProvideInformationRequest: {
            /** @description An answer to each field of `requestedInformation`. */
            items: {
                /** @description Name of a piece of information that a hold asks for. */
                field: string;
                /** @description The answer as text; a file has `fileUrl` in its place. */
                value?: string | null;
                /** @description Pre-signed address of the file. */
                fileUrl?: string | null;
            }[];
        };
        /** @enum {string} */
        Purpose: "FAMILY_SUPPORT" | "GIFT" | "DONATION" | "EDUCATION" | "MEDICAL" | "TRAVEL" | "RENT" | "UTILITIES" | "TAX" | "INSURANCE" | "LOAN" | "SAVINGS" | "INVESTMENT" | "REAL_ESTATE" | "SALARY" | "GOODS" | "SERVICES" | "OWN_ACCOUNT" | "OTHER" | "FAMI" | "GDDS" | "SALA" | "SCVE";
        /** @description A transaction used a quote. */
        QuoteChange: {
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "QUOTE";
            /**
             * Format: uuid
             * @description Of the thing; versions of one thing share it.
             */
            id: string;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it became so.
             */
            at: string;
            /** @description The resource at that version, as its own operation shows it. */
            resource: components["schemas"]["UsedRampQuote"] | components["schemas"]["UsedCrossRampQuote"] | components["schemas"]["ErasedResource"];
        };
        /** @description The receipt that the central bank of Mexico publishes of a transfer (CEP). */
        RailProof: {
            /**
             * @description PENDING while it is looked up, UNAVAILABLE where it was not found in seven days, VALID, or RETURNED where the transfer went back. Any other than PENDING is final.
             * @enum {string}
             */
            status: "PENDING" | "VALID" | "UNAVAILABLE" | "RETURNED";
            /** @description Address of the document; null where there is none, as in the sandbox. It names the parties. */
            url: string | null;
        };
        /** @description A transfer on its rail. */
        RailReference: {
            /**
             * @description The rail: of a bank, or CHAIN for tokens.
             * @enum {string}
             */
            type: "SPEI" | "ACH" | "FEDWIRE" | "SWIFT" | "SEPA" | "LBTR" | "FPS" | "CNAPS" | "CHATS" | "CHAIN";
            /** @description The reference by which a bank or the network finds it: the tracking key of SPEI, the trace number of ACH, the IMAD of Fedwire, the UETR of SWIFT, the end-to-end id of SEPA, or the hash of a transaction. */
            reference: string;
            /**
             * Format: date-time
             * @description Time at which it was reported.
             */
            at: string;
            /** @description Proof of a SPEI transfer; absent until the transfer is complete, of other rails, and where none is looked up. */
            proof?: components["schemas"]["RailProof"];
            /** @description Page of a chain transaction in an explorer; absent where none is set up. */
            url?: string;
        };
        /** @description Rails of a transaction; null until a transfer and its reference were reported. */
        Rails: {
            /** @description Of the deposit that funds it. */
            deposit: components["schemas"]["RailReference"] | null;
            /** @description Of the payout. */
            payout: components["schemas"]["RailReference"] | null;
        };
        /** @description A locked price between a fiat currency and a token. */
        RampQuote: {
            /**
             * Format: uuid
             * @description Pass to the creation of the transaction.
             */
            quoteId: string;
            /**
             * @description CROSS_RAMP is the first leg of one: from the fiat currency to the token.
             * @enum {string}
             */
            transactionType: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            /** @description In the fiat currency. */
            fiatAmount: number;
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /** @description In tokens, with at most six decimals. */
            cryptoAmount: number;
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /** @description Fiat units per token, spread and premium inside. */
            rate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description The spread of the service inside the rate, as a fraction. */
            spread: number;
            /**
             * @description `OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /**
             * Format: int32
             * @description Requested T+N, for MXN over the counter.
             */
            forwardingDays: number;
            /**
             * Format: int32
             * @description Calendar days from the trade day to the settlement day.
             */
            effectiveForwardingDays: number;
            /**
             * Format: date-time
             * @description When it settles: at 18:00 in Mexico City; of `REGULAR` orders in other currencies than MXN, at the instant of the order.
             */
            forwardingSettlementDate: string;
            /** @description Days that were passed over, each with the reason of the settlement calendar or the cut-off; empty for `REGULAR` orders. */
            forwardingAdjustments: {
                /** @description The day, YYYY-MM-DD. */
                date: string;
                /** @description Why, as a code. */
                reason: string;
            }[];
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /**
             * Format: date-time
             * @description The quote cannot be used from this instant on.
             */
            expiresAt: string;
        };
        /** @description A locked price between a fiat currency and a token, as it stands. */
        RampQuoteDetail: {
            /**
             * Format: uuid
             * @description Pass to the creation of the transaction.
             */
            quoteId: string;
            /**
             * @description CROSS_RAMP is the first leg of one: from the fiat currency to the token.
             * @enum {string}
             */
            transactionType: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            /** @description In the fiat currency. */
            fiatAmount: number;
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /** @description In tokens, with at most six decimals. */
            cryptoAmount: number;
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /** @description Fiat units per token, spread and premium inside. */
            rate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description The spread of the service inside the rate, as a fraction. */
            spread: number;
            /**
             * @description `OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /**
             * Format: int32
             * @description Requested T+N, for MXN over the counter.
             */
            forwardingDays: number;
            /**
             * Format: int32
             * @description Calendar days from the trade day to the settlement day.
             */
            effectiveForwardingDays: number;
            /**
             * Format: date-time
             * @description When it settles: at 18:00 in Mexico City; of `REGULAR` orders in other currencies than MXN, at the instant of the order.
             */
            forwardingSettlementDate: string;
            /** @description Days that were passed over, each with the reason of the settlement calendar or the cut-off; empty for `REGULAR` orders. */
            forwardingAdjustments: {
                /** @description The day, YYYY-MM-DD. */
                date: string;
                /** @description Why, as a code. */
                reason: string;
            }[];
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /**
             * Format: date-time
             * @description The quote cannot be used from this instant on.
             */
            expiresAt: string;
            /** @description The transaction that has used it; null while none has. */
            usedBy: string | null;
        };
        /** @description An indicative price between a fiat currency and a token. */
        RampRate: {
            /**
             * @description CROSS_RAMP is the first leg of one: from the fiat currency to the token.
             * @enum {string}
             */
            transactionType: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            /** @description In the fiat currency. */
            fiatAmount: number;
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /** @description In tokens, with at most six decimals. */
            cryptoAmount: number;
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /** @description Fiat units per token, spread and premium inside. */
            rate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description The spread of the service inside the rate, as a fraction. */
            spread: number;
            /**
             * @description `OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /**
             * Format: int32
             * @description Requested T+N, for MXN over the counter.
             */
            forwardingDays: number;
            /**
             * Format: int32
             * @description Calendar days from the trade day to the settlement day.
             */
            effectiveForwardingDays: number;
            /**
             * Format: date-time
             * @description When it settles: at 18:00 in Mexico City; of `REGULAR` orders in other currencies than MXN, at the instant of the order.
             */
            forwardingSettlementDate: string;
            /** @description Days that were passed over, each with the reason of the settlement calendar or the cut-off; empty for `REGULAR` orders. */
            forwardingAdjustments: {
                /** @description The day, YYYY-MM-DD. */
                date: string;
                /** @description Why, as a code. */
                reason: string;
            }[];
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description The receipt of a completed transaction, as it was issued. */
        Receipt: {
            /**
             * @description The stage: in `sandbox` no money moves.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Number of the receipt.
             */
            receiptId: string;
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When it was first asked for, in UTC.
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When it was completed, in UTC; null before.
             */
            completedAt: string;
            /** @description Who paid in. */
            sender: {
                /** @description Given and family names. */
                name: string;
                /** @description The account of the ledger. */
                account: string | null;
                /** @description Name of the bank. */
                bankName: string | null;
                /** @description Country, by its ISO 3166-1 alpha-2 code. */
                country: string | null;
                /** @description The chain. */
                blockchain: ("POL" | "SOL" | "ETH" | "BSC") | null;
            };
            /** @description Who was paid. */
            recipient: {
                /** @description Given and family names. */
                name: string;
                /** @description The account of the ledger. */
                account: string | null;
                /** @description Name of the bank. */
                bankName: string | null;
                /** @description Country, by its ISO 3166-1 alpha-2 code. */
                country: string | null;
                /** @description The chain. */
                blockchain: ("POL" | "SOL" | "ETH" | "BSC") | null;
            };
            /** @description What the user pays, in the source currency. */
            sourceAmount: number;
            /**
             * @description What the user pays in, by its ISO 4217 code.
             * @enum {string}
             */
            sourceCurrency: "MXN" | "DOP" | "USD" | "EUR" | "USDC" | "USDT";
            /** @description What is paid out, in the target currency. */
            targetAmount: number;
            /**
             * @description What is paid out, by its ISO 4217 code.
             * @enum {string}
             */
            targetCurrency: "MXN" | "DOP" | "USD" | "EUR" | "USDC" | "USDT";
            /** @description What was taken off the source amount; the spread is inside the rate. */
            fees: {
                /**
                 * @description Its kind.
                 * @enum {string}
                 */
                type: "FIXED";
                /** @description Amount, in `currency`. */
                amount: number;
                /** @description Currency of the amount. */
                currency: components["schemas"]["FiatCurrency"];
            }[];
            /** @description The `exchangeRate` of the transaction. */
            rate: number;
            /** @description Ways of the money in and out; null where it is not known. */
            rails: {
                /** @description The way of the money in. */
                deposit: {
                    /**
                     * @description Its kind.
                     * @enum {string}
                     */
                    type: "SPEI" | "ACH" | "WIRE" | "SEPA" | "SWIFT" | "CHAIN";
                    /** @description What the bank or the chain knows it by; null where that is not known. */
                    reference: string | null;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC.
                     */
                    at: string;
                } | null;
                /** @description The way of the money out. */
                payout: {
                    /**
                     * @description Its kind.
                     * @enum {string}
                     */
                    type: "SPEI" | "ACH" | "WIRE" | "SEPA" | "SWIFT" | "CHAIN";
                    /** @description What the bank or the chain knows it by; null where that is not known. */
                    reference: string | null;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC.
                     */
                    at: string;
                } | null;
            };
            /** @description Sentences that the corridor requires, in the language asked for. */
            disclosures: {
                /** @description What went wrong, to decide by. */
                code: string;
                /** @description The sentence. */
                text: string;
            }[];
        };
        /** @description A person or business whom a user pays. */
        Receiver: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /** @description Person or business. */
            receiverType: components["schemas"]["UserType"];
            /** @description E-mail address. */
            email: string | null;
            /** @description Number that the tax authority gave: in Mexico the RFC. */
            taxId: string | null;
            /** @description Given names. */
            firstName: string | null;
            /** @description Family names. */
            lastName: string | null;
            /** @description English name or alpha-2 code of the country of birth. */
            countryOfBirth: string | null;
            /** @description Date of birth, YYYY-MM-DD. */
            dateOfBirth: string | null;
            /** @description Telephone number, as E.164 in verifications (`+525512345678`). */
            phoneNumber: string | null;
            /** @description Registered name of the business. */
            businessName: string | null;
            /** @description English name or alpha-2 code of the country where the business was founded. */
            countryOfConstitution: string | null;
            /** @description Day of its foundation, YYYY-MM-DD. */
            dateOfConstitution: string | null;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
        };
        /** @description A page of receivers. */
        ReceiverPage: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of items on record.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["Receiver"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        /** @description A verification was rejected. */
        RejectedKycEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "KYC";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "REJECTED_KYC";
            /**
             * Format: uuid
             * @description The `verificationId` of `GET …/users/{userId}/kyc`.
             */
            kycId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … over the notifications of the same transaction, or of the same user: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description Why, as `GET …/users/{userId}/kyc` shows it. */
            rejectionReasons: string[];
        };
        /** @enum {string} */
        Relationship: "SELF" | "SPOUSE" | "PARENT" | "CHILD" | "SIBLING" | "RELATIVE" | "FRIEND" | "EMPLOYEE" | "EMPLOYER" | "SUPPLIER" | "CUSTOMER" | "BUSINESS_PARTNER" | "GROUP_COMPANY" | "LANDLORD" | "OTHER";
        /** @description Which notifications to send again. */
        ReplayWebhookNotificationsRequest: {
            /**
             * Format: uuid
             * @description Of the endpoint that they are sent to; absent, the first one.
             */
            endpointId?: string | null;
            /** @description Only this status. PENDING ones are never replayed. */
            status?: components["schemas"]["NotificationStatus"] | null;
            /**
             * @description Only this event.
             * @enum {string|null}
             */
            eventType?: "CREATED_ON_RAMP" | "FIAT_RECEIVED_ON_RAMP" | "COMPLETED_ON_RAMP" | "CANCELLED_ON_RAMP" | "EXPIRED_ON_RAMP" | "FAILED_ON_RAMP" | "HOLD_PLACED_ON_RAMP" | "HOLD_RELEASED_ON_RAMP" | "CREATED_OFF_RAMP" | "CRYPTO_RECEIVED_OFF_RAMP" | "CRYPTO_NOT_RECEIVED_OFF_RAMP" | "COMPLETED_OFF_RAMP" | "CANCELLED_OFF_RAMP" | "EXPIRED_OFF_RAMP" | "FAILED_OFF_RAMP" | "HOLD_PLACED_OFF_RAMP" | "HOLD_RELEASED_OFF_RAMP" | "PAYOUT_RETURNED_OFF_RAMP" | "CREATED_CROSS_RAMP" | "FIAT_RECEIVED_CROSS_RAMP" | "IN_PROGRESS_CROSS_RAMP" | "BANK_TRANSFER_PENDING_CROSS_RAMP" | "COMPLETED_CROSS_RAMP" | "CANCELLED_CROSS_RAMP" | "EXPIRED_CROSS_RAMP" | "FAILED_CROSS_RAMP" | "HOLD_PLACED_CROSS_RAMP" | "HOLD_RELEASED_CROSS_RAMP" | "PAYOUT_RETURNED_CROSS_RAMP" | "CREATED_KYC" | "VERIFIED_USER" | "REJECTED_KYC" | "REVIEW_NEEDED_KYC" | "VERIFICATION_LINK_OPENED" | "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED" | "VERIFICATION_RESUBMISSION_REQUESTED" | "DOCUMENT_SIGNED" | "TEST_EVENT" | null;
            /**
             * Format: date-time
             * @description Created at or after this ISO 8601 instant.
             */
            createdFrom?: string | null;
            /**
             * Format: date-time
             * @description Created at or before this ISO 8601 instant.
             */
            createdTo?: string | null;
        };
        /** @description May be left out. */
        RequestSignaturesRequest: {
            /**
             * @description MX, which is also the default.
             * @enum {string|null}
             */
            country?: "MX" | null;
        };
        /** @description A link asks for the refused items of a rejected verification. */
        ResubmissionEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "KYC";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "VERIFICATION_RESUBMISSION_REQUESTED";
            /**
             * Format: uuid
             * @description Of the verification that is submitted by the link: the `kycId` of its later events.
             */
            kycId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … over the notifications of the same transaction, or of the same user: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description KYC for a person, KYB for a business.
             * @enum {string}
             */
            kind: "KYC" | "KYB";
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: string;
            /**
             * Format: date-time
             * @description When the link ends, or ended.
             */
            expiresAt: string;
            /** @description When a browser first opened the page; null before that. */
            openedAt: string | null;
            /** @description Why they were refused, as the `rejectionReasons` of the rejected verification. */
            reasons: string[];
        };
        /** @description Which endpoint to send to again. */
        RetryWebhookNotificationRequest: {
            /**
             * Format: uuid
             * @description Of the endpoint whose delivery has failed; absent, the first one.
             */
            endpointId?: string | null;
        };
        /** @description The receipt of a payout that came back, as it was issued. */
        ReturnReceipt: {
            /**
             * @description The stage: in `sandbox` no money moves.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Number of the receipt.
             */
            receiptId: string;
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When it was first asked for, in UTC.
             */
            issuedAt: string;
            /**
             * Format: uuid
             * @description Number of the receipt of the completion.
             */
            originalReceiptId: string;
            /**
             * Format: date-time
             * @description When the payout came back, in UTC.
             */
            returnedAt: string;
            /** @description Who paid in. */
            sender: {
                /** @description Given and family names. */
                name: string;
                /** @description The account of the ledger. */
                account: string | null;
                /** @description Name of the bank. */
                bankName: string | null;
                /** @description Country, by its ISO 3166-1 alpha-2 code. */
                country: string | null;
                /** @description The chain. */
                blockchain: ("POL" | "SOL" | "ETH" | "BSC") | null;
            };
            /** @description Who was paid. */
            recipient: {
                /** @description Given and family names. */
                name: string;
                /** @description The account of the ledger. */
                account: string | null;
                /** @description Name of the bank. */
                bankName: string | null;
                /** @description Country, by its ISO 3166-1 alpha-2 code. */
                country: string | null;
                /** @description The chain. */
                blockchain: ("POL" | "SOL" | "ETH" | "BSC") | null;
            };
            /** @description Amount, in `currency`. */
            amount: number;
            /** @description Currency of the amount. */
            currency: components["schemas"]["FiatCurrency"];
            /** @description Why, as a code. */
            reason: string;
            /** @description Sentences that the corridor requires, in the language asked for. */
            disclosures: {
                /** @description What went wrong, to decide by. */
                code: string;
                /** @description The sentence. */
                text: string;
            }[];
        };
        /** @description A signing secret that took the place of another. */
        RotatedSecret: {
            /** @description The new signing secret (`whsec_…`), in this answer only. */
            secret: string;
            /**
             * Format: date-time
             * @description Until then the replaced secret signs as well, and one replaced before it until its own end.
             */
            previousExpiresAt: string;
        };
        SavedAccountHolder: {
            /** @description Its kind. */
            type: components["schemas"]["UserType"];
            /** @description Given names. */
            firstName: string | null;
            /** @description Family names. */
            lastName: string | null;
            /** @description Registered name of the business. */
            businessName: string | null;
        };
        SavedAddress: {
            /** @description Street and number, or the street alone beside `buildingNumber`. At most 70 characters; town and country are not repeated in it. */
            streetLine1: string | null;
            /** @description The rest of the street address. At most 70 characters. */
            streetLine2: string | null;
            /** @description Number of the building, at most 16 characters: the address is then sent structured. */
            buildingNumber: string | null;
            /** @description City. */
            city: string | null;
            /** @description State or province. */
            state: string | null;
            /** @description Postal code. */
            postalCode: string | null;
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: string | null;
        };
        /** @description The fault to inject into deliveries. */
        SetWebhookFaultsRequest: {
            /**
             * @description What happens to deliveries; NONE for nothing.
             * @enum {string}
             */
            mode: "NONE" | "DUPLICATE" | "DELAY" | "REORDER" | "DROP_FIRST_ATTEMPT" | "SLOW" | "FAIL_FAST";
            /**
             * @description Share of the deliveries that meet it, from 0 to 1; all of them by default.
             * @default 1
             */
            rate?: number;
        };
        /** @description Days, oldest first. */
        SettlementCalendar: {
            /**
             * @description Country, by its ISO 3166-1 alpha-2 code.
             * @constant
             */
            country: "MX";
            /**
             * @description Zone of the days and of the cut-off.
             * @constant
             */
            timeZone: "America/Mexico_City";
            /**
             * @description Orders after it are traded on the next business day; settlements happen at it.
             * @constant
             */
            cutOff: "18:00";
            /** @description The days of the range. */
            days: components["schemas"]["CalendarDay"][];
        };
        /** @description What moved in a currency, for an earlier day. */
        SettlementCorrection: {
            /**
             * Format: date
             * @description The day, YYYY-MM-DD.
             */
            date: string;
            /**
             * @description Currency of the amount.
             * @enum {string}
             */
            currency: "MXN" | "DOP" | "USD" | "EUR" | "USDC" | "USDT";
            /** @description What users paid in. */
            deposits: string;
            /** @description What was paid out to accounts and wallets. */
            payouts: string;
            /** @description Fees of ours, less those that were given back. */
            fees: string;
            /** @description What was given back to users, less the payouts that came back. */
            returns: string;
            /** @description Deposits less payouts, fees and returns. */
            net: string;
            /**
             * Format: int64
             * @description Number of movements at banks and chains.
             */
            count: number;
        };
        /** @description What was settled on a day (UTC), by currency. */
        SettlementReport: {
            /**
             * Format: date
             * @description The day, YYYY-MM-DD.
             */
            date: string;
            /**
             * @description `OPEN` while the day may still grow, then `FINAL`.
             * @enum {string}
             */
            status: "OPEN" | "FINAL";
            /** @description The sums of each currency that moved. */
            currencies: components["schemas"]["SettlementSum"][];
            /** @description What was booked for an earlier day after its report was final. */
            corrections: components["schemas"]["SettlementCorrection"][];
        };
        /** @description What moved in a currency. */
        SettlementSum: {
            /**
             * @description Currency of the amount.
             * @enum {string}
             */
            currency: "MXN" | "DOP" | "USD" | "EUR" | "USDC" | "USDT";
            /** @description What users paid in. */
            deposits: string;
            /** @description What was paid out to accounts and wallets. */
            payouts: string;
            /** @description Fees of ours, less those that were given back. */
            fees: string;
            /** @description What was given back to users, less the payouts that came back. */
            returns: string;
            /** @description Deposits less payouts, fees and returns. */
            net: string;
            /**
             * Format: int64
             * @description Number of movements at banks and chains.
             */
            count: number;
        };
        /** @description The signature of an owner changed. */
        SignatureChange: {
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SIGNATURE";
            /**
             * Format: uuid
             * @description Of the thing; versions of one thing share it.
             */
            id: string;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it became so.
             */
            at: string;
            /** @description The resource at that version, as its own operation shows it. */
            resource: components["schemas"]["ChangedSignature"] | components["schemas"]["ErasedResource"];
        };
        /** @description Where the signature of a beneficial owner stands. */
        SignatureEntry: {
            /**
             * Format: uuid
             * @description The `id` of the person.
             */
            associatedPersonId: string;
            /** @description Given and family names. */
            name: string;
            /**
             * @description Absent while no declaration was requested, and when requesting one failed.
             * @enum {string}
             */
            status?: "PENDING" | "SIGNED" | "EXPIRED" | "DELETED";
            /** @description Only while PENDING. Anyone who holds it can sign as the owner: do not log it. */
            signingUrl?: string;
            /**
             * Format: date-time
             * @description When the owner signed.
             */
            signedAt?: string;
            /** @description There where the owner signed with another name than the one on record, and insisted on it. */
            nameDiffers?: boolean;
            /** @description Why the owner has no declaration although one was requested. */
            error?: string;
            /**
             * @description The same, to decide by.
             * @enum {string}
             */
            errorCode?: "EMAIL_NOT_FOUND";
            /**
             * Format: int32
             * @description Of the person, as in the change feed.
             */
            version: number;
        };
        /** @description An owner has signed. */
        SignatureEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "SIGNATURE";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "DOCUMENT_SIGNED";
            /** @description Your own id of the business, or ours when you gave none. */
            externalUserId: string;
            /** @description Of the owner. */
            firstName: string;
            /** @description Of the owner. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … over the notifications of the same transaction, or of the same user: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * Format: uuid
             * @description The owner among the persons of the business.
             */
            associatedPersonId: string;
            /**
             * Format: uuid
             * @description Of the declaration, as in the signed document.
             */
            signatureId: string;
        };
        /** @description Where the signatures of a business stand. */
        SignaturePage: {
            /**
             * Format: int32
             * @description Number of owners that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of owners on record.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["SignatureEntry"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        SimulateTransactionRequest: {
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "DEPOSIT_RECEIVED" | "DEPOSIT_NOT_RECEIVED" | "EXPIRE" | "PAYOUT_RETURNED" | "NAME_CHECK_FAILED" | "PAYOUT_FAILED" | "MANUAL_REVIEW" | "RELEASE_HOLD" | "REJECT_HOLD";
            /** @description Amount, in `currency`. */
            amount?: number | null;
        };
        /** @description The account that takes the deposit. */
        SourceBankAccount: {
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: string;
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier: string;
            /** @description Name of the bank. */
            bankName: string;
            /** @description Whether the bank confirmed the account. */
            isVerified: boolean;
            /** @description Name that the account is in; absent where the bank does not say it. */
            beneficiary?: string;
            /** @description The reference that the deposit must carry, so that it is matched to the transaction. */
            message: string;
        };
        /** @enum {string} */
        SourceOfFunds: "SALARY" | "BUSINESS_INCOME" | "SAVINGS" | "INVESTMENT" | "PENSION" | "BENEFIT" | "LOAN" | "INHERITANCE" | "GIFT" | "SALE_OF_PROPERTY" | "CRYPTO_ASSETS" | "OTHER";
        StartBankingOnboardingRequest: {
            /**
             * @description Country, by its ISO 3166-1 alpha-2 code.
             * @enum {string|null}
             */
            country?: "US" | null;
        };
        /** @description An identity verification to submit. */
        StartKycRequest: {
            /** @description ISO 3166-1 alpha-2; decides which fields are required. */
            country: components["schemas"]["TargetCountry"];
            /** @description Given names. */
            firstName?: string | null;
            /** @description Family names. */
            lastName?: string | null;
            /** @description Registered name of the business. */
            businessName?: string | null;
            /** @description English name or alpha-2 code of the country where the business was founded. */
            countryOfConstitution?: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD; 18 years ago or more. The sandbox refuses 2015-01-01 as too young, and takes younger persons otherwise.
             */
            dateOfBirth?: string | null;
            /**
             * @description Profession, of a closed list.
             * @enum {string|null}
             */
            profession?: "EMPLOYEE" | "ENTREPRENEUR" | "MANAGER" | "NURSE" | "STUDENT" | "PHYSICIST" | "EXECUTIVE" | "HOUSEWORK" | "ENGINEER" | "RETIRED" | "MEASURED" | "NOT_SPECIFIED" | "OPERATOR" | "PENSIONER" | "POLITICIAN" | "PRODUCTION" | "PROFESSIONAL" | "TEACHER" | "OWNER" | "PSYCHOLOGIST" | "PUBLIC_RELATIONS" | "LEGAL_REPRESENTATIVE" | "MR" | "MRS" | "SUPERVISOR" | "TECHNICIAN" | "TRANSPORTER" | "SALES" | null;
            /**
             * @description In Spanish, upper-case.
             * @enum {string|null}
             */
            economicActivity?: "ACTIVIDADES ARTISTICAS" | "AGRICULTURA" | "ALQUILER DE INMUEBLES" | "ASEGURADORA" | "CASA DE CAMBIO" | "COMERCIO AL POR MAYOR" | "COMERCIO AL POR MENOR" | "COMERCIO ELECTRONICO" | "CONSTRUCCION" | "CONSULTORIA" | "CONTABILIDAD" | "DESARROLLO DE SOFTWARE" | "DISENO" | "EDUCACION" | "EMPLEADO" | "ENERGIA" | "ENTRETENIMIENTO" | "ESTUDIANTE" | "EXPORTACION E IMPORTACION" | "FINANCIERA" | "GANADERIA" | "GOBIERNO" | "HOGAR" | "HOTELERIA" | "INDUSTRIA MANUFACTURERA" | "INMOBILIARIA" | "INVESTIGACION" | "JUBILADO" | "JOYERIA" | "LOGISTICA" | "MARKETING" | "MEDIOS DE COMUNICACION" | "MINERIA" | "ORGANIZACION SIN FINES DE LUCRO" | "PESCA" | "PUBLICIDAD" | "RESTAURANTE" | "SERVICIOS DE SALUD" | "SERVICIOS LEGALES" | "SERVICIOS PROFESIONALES" | "TECNOLOGIA" | "TELECOMUNICACIONES" | "TRANSPORTE" | "TURISMO" | "VENTA DE VEHICULOS" | null;
            /** @description English name of a country, or its alpha-2 code. */
            countryOfBirth?: string | null;
            /** @description The postal code has the form of its country. */
            address?: components["schemas"]["KycAddress"] | null;
            /** @description E.164, such as +525512345678. */
            phoneNumber?: string | null;
            /** @description In Mexico the RFC: of a person, or of a company for a business. */
            taxId?: string | null;
            /**
             * Format: uri
             * @description An https URL. The file is kept, the URL is not.
             */
            selfieUrl?: string | null;
            /**
             * Format: uri
             * @description Stands for `identity.frontIdUrl`.
             */
            frontIdUrl?: string | null;
            /**
             * Format: uri
             * @description Stands for `identity.backIdUrl`.
             */
            backIdUrl?: string | null;
            /** @description The identity document by its pictures. */
            identity?: components["schemas"]["KycIdentity"] | null;
            /** @description All files of a submission together are at most 10. */
            documents?: components["schemas"]["KycDocument"][] | null;
            /** @description A politically exposed position, where there is one. */
            pep?: components["schemas"]["KycPosition"] | null;
            /** @description The person for whom the user acts. */
            beneficiaryOwner?: components["schemas"]["KycPerson"] | null;
            /** @description The person whose money it is. */
            resourceProvider?: components["schemas"]["KycPerson"] | null;
            /** @description The person who owns the money in the end. */
            realOwner?: components["schemas"]["KycPerson"] | null;
        } & (unknown & unknown & unknown & {
            /** @enum {unknown} */
            country: "MX" | "DO" | "US" | "AT" | "BE" | "BG" | "HR" | "CY" | "CZ" | "DK" | "EE" | "FI" | "FR" | "DE" | "GR" | "HU" | "IE" | "IT" | "LV" | "LT" | "LU" | "MT" | "NL" | "PL" | "PT" | "RO" | "SK" | "SI" | "ES" | "SE" | "IS" | "LI" | "NO" | "CH" | "GB" | "MC" | "SM" | "AD" | "VA";
        });
        /** @description A verification that was taken in. */
        StartedKyc: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /**
             * Format: uuid
             * @description Id of the verification.
             */
            verificationId: string;
            /**
             * @description Where it stands.
             * @constant
             */
            status: "IN_PROGRESS";
        };
        /** @description What asking for a virtual account led to. */
        StartedOnboarding: {
            /**
             * @description What asking led to.
             * @enum {string}
             */
            outcome: "SUBMITTED" | "ALREADY_IN_PROGRESS" | "ALREADY_COMPLETED" | "REQUIREMENTS_MISSING";
            /** @description Path, from the base address, of the operation that gives out the link to finish verification. */
            kybUrl?: string;
        };
        /** @description A cross-ramp ended without its payout. */
        StoppedCrossRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "CANCELLED_CROSS_RAMP" | "FAILED_CROSS_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description Status of the transaction after this event. */
            status: components["schemas"]["CrossRampStatus"];
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description Why, as the code that the transaction shows as `cancellationReason`. */
            reason: components["schemas"]["CancellationReason"] | null;
            /** @description The same as a sentence for people. */
            message: string | null;
        };
        /** @description An off-ramp ended without its payout. */
        StoppedOffRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "CANCELLED_OFF_RAMP" | "FAILED_OFF_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description Why, as the code that the transaction shows as `cancellationReason`. */
            reason: components["schemas"]["CancellationReason"] | null;
            /** @description The same as a sentence for people. */
            message: string | null;
        };
        /** @description An on-ramp ended without its payout. */
        StoppedOnRampEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TRANSACTION";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "CANCELLED_ON_RAMP" | "FAILED_ON_RAMP";
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
            /** @description Your own id of the user, or ours when you gave none. */
            externalUserId: string;
            /** @description Of a business: its name. */
            firstName: string;
            /** @description Of a business: empty. */
            lastName: string;
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description Our id of the user.
             */
            userId: string;
            /**
             * Format: int32
             * @description 1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /**
             * @description Status of the transaction after this event.
             * @enum {string}
             */
            status: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
            /** @description Your id of it, as you gave it; null without one. */
            externalId: string | null;
            /** @description Keys and values that you attached. */
            metadata: components["schemas"]["Metadata"];
            /** @description Ways of the money in and out; null where it is not known. */
            rails: components["schemas"]["Rails"];
            /** @description Why, as the code that the transaction shows as `cancellationReason`. */
            reason: components["schemas"]["CancellationReason"] | null;
            /** @description The same as a sentence for people. */
            message: string | null;
        };
        /** @description A deposit beside the one that was waited for. */
        SurplusDeposit: {
            /** @description Amount, in `currency`. */
            amount: number;
            /**
             * @description Currency of the amount.
             * @enum {string}
             */
            currency: "MXN" | "DOP" | "USD" | "EUR" | "USDC" | "USDT";
            /**
             * Format: date-time
             * @description When it arrived.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it funded the transaction together with a later one; absent otherwise.
             */
            usedAt?: string;
        };
        /** @description The account that is paid. */
        TargetBankAccount: {
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: string;
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier: string;
            /** @description Name of the bank. */
            bankName: string;
            /** @description Mexican accounts are verified at their first use; all others count as verified. */
            isVerified: boolean;
        };
        /** @description Bank details by country. Mexico: `accountIdentifier` (CLABE, 18 digits). Dominican Republic: `accountIdentifier`, `bankName`, `accountType`, `documentIdentifier`, `documentType`. United States: `accountIdentifier`, `bankName`, `routingNumber`, `accountHolder`, `address`. SEPA: `iban`, `bic`, `bankName`, `accountHolder`. China and Hong Kong: `accountIdentifier`, `bankName`, `accountType`, `accountHolder`, `address`. */
        TargetBankDetails: {
            /** @description ISO 3166-1 alpha-2; derived from the IBAN, the routing number or the currency when absent. */
            country?: components["schemas"]["TargetCountry"] | null;
            /** @description The CLABE, the account number or the IBAN. */
            accountIdentifier?: string | null;
            /** @description ABA routing number of the bank: nine digits, the first two from 00–12, 21–32, 61–72 or 80. */
            routingNumber?: string | null;
            /** @description BIC (SWIFT code) of the bank. */
            bic?: string | null;
            /** @description IBAN of the account. */
            iban?: string | null;
            /** @description Name of the bank. */
            bankName?: string | null;
            /**
             * @description Kind of account.
             * @enum {string|null}
             */
            accountType?: "CHECKING" | "SAVINGS" | null;
            /** @description Number of the holder’s document: 11 digits of a cédula, 9 or 11 of an RNC. */
            documentIdentifier?: string | null;
            /**
             * @description Kind of the holder’s document.
             * @enum {string|null}
             */
            documentType?: "PASSPORT" | "CEDULA" | "RNC" | null;
            /** @description Whose account it is. */
            accountHolder?: components["schemas"]["AccountHolder"] | null;
            /** @description Postal address. */
            address?: components["schemas"]["PostalAddress"] | null;
        } & (unknown & unknown & unknown & unknown & unknown);
        /** @enum {string} */
        TargetCountry: "MX" | "DO" | "US" | "AT" | "BE" | "BG" | "HR" | "CY" | "CZ" | "DK" | "EE" | "FI" | "FR" | "DE" | "GR" | "HU" | "IE" | "IT" | "LV" | "LT" | "LU" | "MT" | "NL" | "PL" | "PT" | "RO" | "SK" | "SI" | "ES" | "SE" | "IS" | "LI" | "NO" | "CH" | "GB" | "MC" | "SM" | "AD" | "VA" | "CN" | "HK";
        /** @description A test of your webhook URL. */
        TestEvent: {
            /**
             * @description Its kind.
             * @constant
             */
            type: "TEST";
            /**
             * @description Name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "TEST_EVENT";
            /**
             * @description Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.
             * @enum {string}
             */
            environment: "sandbox" | "production";
            /**
             * Format: uuid
             * @description Of the notification: the `webhook-id` of each delivery.
             */
            id: string;
            /** @description Always null: a test concerns no user. */
            userId: string | null;
            /**
             * Format: int32
             * @description 1, 2, 3 … over your tests.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
        };
        /** @description Inclusive bounds of an amount. */
        Threshold: {
            /**
             * @description Currency of the amount.
             * @enum {string}
             */
            currency: "MXN" | "DOP" | "USD" | "EUR" | "USDC" | "USDT";
            /** @description Least amount, inclusive. */
            min: number;
            /** @description Greatest amount, inclusive. */
            max: number;
        };
        /** @description The steps of a transaction, oldest first. */
        Timeline: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description Absent: the whole list is counted. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of items on record.
             */
            total: number;
            /** @description Oldest first. */
            data: components["schemas"]["TimelineEntry"][];
            /** @description Absent: the list is shown whole. */
            nextCursor?: string;
        };
        /** @description One step of a transaction. */
        TimelineEntry: {
            /** @description Null for the creation. */
            from: string | null;
            /** @description Status after it. */
            to: string;
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             */
            at: string;
            /** @description CREATED, or what was reported of the transaction. */
            cause: string;
        };
        /** @description What stands on a wallet of one token. */
        TokenBalance: {
            /**
             * @description The token.
             * @enum {string}
             */
            symbol: "USDC" | "USDT";
            /** @description As decimal text, so that no digit is lost. */
            balance: string;
        };
        /** @description A token on a chain. */
        TokenPair: {
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /** @description Whether the token is one that follows the dollar. */
            stablecoin: boolean;
            /** @description Only for amounts above it, in MXN or their worth; null for any amount. */
            aboveMxn: number | null;
        };
        /** @description A transaction changed. */
        TransactionChange: {
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "TRANSACTION";
            /**
             * Format: uuid
             * @description Of the thing; versions of one thing share it.
             */
            id: string;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it became so.
             */
            at: string;
            /** @description The resource at that version, as its own operation shows it. */
            resource: components["schemas"]["OnRampItem"] | components["schemas"]["OffRampItem"] | components["schemas"]["CrossRampItem"] | components["schemas"]["ErasedResource"];
        };
        /** @description A transaction of any kind as listings and look-ups show it; `type` tells which. */
        TransactionItem: components["schemas"]["OnRampItem"] | components["schemas"]["OffRampItem"] | components["schemas"]["CrossRampItem"];
        /** @description A page of transactions. */
        TransactionPage: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of items on record.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["TransactionItem"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        /** @description An address, with `addressLine`, or with `streetName` and `buildingName` or `buildingNumber`. */
        TravelRuleAddress: {
            /**
             * @description `HOME` of a home, `BIZZ` of a business, `GEOG` of any other place.
             * @enum {string}
             */
            addressType: "HOME" | "BIZZ" | "GEOG";
            /** @description Department of an organisation. */
            department?: string | null;
            /** @description Part of a department. */
            subDepartment?: string | null;
            /** @description Street. */
            streetName?: string | null;
            /** @description Number of the building, at most 16 characters: the address is then sent structured. */
            buildingNumber?: string | null;
            /** @description Name of the building. */
            buildingName?: string | null;
            /** @description Floor. */
            floor?: string | null;
            /** @description Post office box. */
            postBox?: string | null;
            /** @description Room. */
            room?: string | null;
            /** @description Postal code. */
            postCode?: string | null;
            /** @description Town. */
            townName: string;
            /** @description Part of the town. */
            townLocationName?: string | null;
            /** @description District. */
            districtName?: string | null;
            /** @description State or province. */
            countrySubDivision?: string | null;
            /** @description The address as lines, where its parts are not known. */
            addressLine?: string[] | null;
            /** @description Country, by its ISO 3166-1 alpha-2 code. */
            country: string;
        };
        /** @description The receiver of a transfer. */
        TravelRuleBeneficiary: {
            /** @description The persons that receive them. */
            beneficiaryPerson: components["schemas"]["TravelRulePerson"][];
            /** @description Addresses of wallets, or numbers of accounts, that it receives at. */
            accountNumber?: string[] | null;
        };
        /** @description A business or a VASP, with a name of type `LEGL` at least. */
        TravelRuleLegalPerson: {
            /** @description Names in law, in trade, and short ones. */
            name: {
                /** @description Names in Latin letters, one of type `LEGL` at least. */
                nameIdentifier: {
                    /** @description A name of the business. */
                    legalPersonName: string;
                    /**
                     * @description `LEGL` in law, `SHRT` short, `TRAD` in trade.
                     * @enum {string}
                     */
                    legalPersonNameIdentifierType: "LEGL" | "SHRT" | "TRAD";
                }[];
                /** @description Names in the letters of their own language. */
                localNameIdentifier?: {
                    /** @description A name of the business. */
                    legalPersonName: string;
                    /**
                     * @description `LEGL` in law, `SHRT` short, `TRAD` in trade.
                     * @enum {string}
                     */
                    legalPersonNameIdentifierType: "LEGL" | "SHRT" | "TRAD";
                }[] | null;
                /** @description Names as they are pronounced. */
                phoneticNameIdentifier?: {
                    /** @description A name of the business. */
                    legalPersonName: string;
                    /**
                     * @description `LEGL` in law, `SHRT` short, `TRAD` in trade.
                     * @enum {string}
                     */
                    legalPersonNameIdentifierType: "LEGL" | "SHRT" | "TRAD";
                }[] | null;
            };
            /** @description Addresses. */
            geographicAddress?: components["schemas"]["TravelRuleAddress"][] | null;
            /** @description Number that the service has given its customer. */
            customerIdentification?: string | null;
            /** @description An official identification. */
            nationalIdentification?: {
                /** @description Its number. */
                nationalIdentifier: string;
                /**
                 * @description `ARNU` registration of an alien, `CCPT` passport, `DRLC` driving licence, `FIIN` foreign investment, `IDCD` identity card, `SOCS` social security, `RAID` register, `LEIX` LEI, `TXID` tax, `MISC` other.
                 * @enum {string}
                 */
                nationalIdentifierType: "RAID" | "MISC" | "LEIX" | "TXID";
                /** @description Country that issued it, of a natural person. */
                countryOfIssue?: string | null;
                /** @description Register that issued it, by its GLEIF code; of a legal person, unless it is an LEI. */
                registrationAuthority?: string | null;
            } | null;
            /** @description Country in which the business is registered. */
            countryOfRegistration?: string | null;
        };
        /** @description A person, with a name of type `LEGL` at least. */
        TravelRuleNaturalPerson: {
            /** @description Given and family names. */
            name: {
                /** @description Names in Latin letters, one of type `LEGL` at least. */
                nameIdentifier: {
                    /** @description Family name, or the whole name. */
                    primaryIdentifier: string;
                    /** @description Given names. */
                    secondaryIdentifier?: string | null;
                    /**
                     * @description `LEGL` in law, `ALIA` alias, `BIRT` at birth, `MAID` before marriage, `MISC` other.
                     * @enum {string}
                     */
                    naturalPersonNameIdentifierType: "LEGL" | "ALIA" | "BIRT" | "MAID" | "MISC";
                }[];
                /** @description Names in the letters of their own language. */
                localNameIdentifier?: {
                    /** @description Family name, or the whole name. */
                    primaryIdentifier: string;
                    /** @description Given names. */
                    secondaryIdentifier?: string | null;
                    /**
                     * @description `LEGL` in law, `ALIA` alias, `BIRT` at birth, `MAID` before marriage, `MISC` other.
                     * @enum {string}
                     */
                    naturalPersonNameIdentifierType: "LEGL" | "ALIA" | "BIRT" | "MAID" | "MISC";
                }[] | null;
                /** @description Names as they are pronounced. */
                phoneticNameIdentifier?: {
                    /** @description Family name, or the whole name. */
                    primaryIdentifier: string;
                    /** @description Given names. */
                    secondaryIdentifier?: string | null;
                    /**
                     * @description `LEGL` in law, `ALIA` alias, `BIRT` at birth, `MAID` before marriage, `MISC` other.
                     * @enum {string}
                     */
                    naturalPersonNameIdentifierType: "LEGL" | "ALIA" | "BIRT" | "MAID" | "MISC";
                }[] | null;
            };
            /** @description Addresses. */
            geographicAddress?: components["schemas"]["TravelRuleAddress"][] | null;
            /** @description An official identification. */
            nationalIdentification?: {
                /** @description Its number. */
                nationalIdentifier: string;
                /**
                 * @description `ARNU` registration of an alien, `CCPT` passport, `DRLC` driving licence, `FIIN` foreign investment, `IDCD` identity card, `SOCS` social security, `RAID` register, `LEIX` LEI, `TXID` tax, `MISC` other.
                 * @enum {string}
                 */
                nationalIdentifierType: "ARNU" | "CCPT" | "DRLC" | "FIIN" | "TXID" | "SOCS" | "IDCD" | "MISC";
                /** @description Country that issued it, of a natural person. */
                countryOfIssue?: string | null;
                /** @description Register that issued it, by its GLEIF code; of a legal person, unless it is an LEI. */
                registrationAuthority?: string | null;
            } | null;
            /** @description Number that the service has given its customer. */
            customerIdentification?: string | null;
            /** @description Birth. */
            dateAndPlaceOfBirth?: {
                /**
                 * Format: date
                 * @description Date of birth, YYYY-MM-DD.
                 */
                dateOfBirth: string;
                /** @description Town of birth. */
                placeOfBirth: string;
            } | null;
            /** @description Country in which the person lives. */
            countryOfResidence?: string | null;
        };
        /** @description The sender of a transfer. Each person has an address or another field that identifies it. */
        TravelRuleOriginator: {
            /** @description The persons that send them. */
            originatorPerson: components["schemas"]["TravelRulePerson"][];
            /** @description Addresses of wallets, or numbers of accounts, that it sends from. */
            accountNumber?: string[] | null;
        };
        /** @description A natural or a legal person. */
        TravelRulePerson: {
            /** @description A person. Either this or `legalPerson` is given. */
            naturalPerson?: components["schemas"]["TravelRuleNaturalPerson"] | null;
            /** @description A business or a service. Either this or `naturalPerson` is given. */
            legalPerson?: components["schemas"]["TravelRuleLegalPerson"] | null;
        };
        /** @description Addresses that the key may be used from. Takes the place of what was set before. */
        UpdateAllowedAddressesRequest: {
            /** @description Ranges as CIDR, IPv4 or IPv6, or single addresses. Together they may not be all addresses of a family, and none may contain ::ffff:0:0/96. */
            allowedAddresses: string[];
        };
        /** @description What people are to see. Fields that are left out stay as they are. */
        UpdateBrandingRequest: {
            /** @description The name by which people know you, at most 60 characters. */
            displayName?: string | null;
            /** @description As `#rrggbb`, dark enough for white text. */
            color?: string | null;
            /** @description Where you help people; https. */
            helpUrl?: string | null;
            /** @description Your privacy notice; https. */
            privacyUrl?: string | null;
            /** @description Base64 of a PNG, JPEG or WebP picture: at most 512 KB, 16 to 2,000 pixels a side, not animated. */
            logo?: string | null;
        };
        /** @description Your own data about a transaction. */
        UpdateTransactionRequest: {
            /** @description Your id of the transaction, such as an order number. Several transactions may have the same one. */
            externalId?: string | null;
            /** @description Keys to set, and with null those to remove. 20 keys at most, before and after. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        UpdateUserRequest: {
            /** @description E-mail address. */
            email?: string;
            /** @description Your own id of the user. */
            externalUserId?: string | null;
            /** @description A name of yours for it, which users do not see. */
            alias?: string | null;
            /** @description Registered name of the business. */
            businessName?: string | null;
        };
        /** @description Where to send, and what. Takes the place of what was set before. */
        UpdateWebhookEndpointRequest: {
            /** @description By the rules of the webhook settings. Null or absent for an event bus. */
            url?: string | null;
            /** @description An event bus in an AWS account of yours, in any public region. Null or absent for a URL. */
            eventBusArn?: string | null;
            /** @description Only these events are sent; absent or null, all of them. */
            eventTypes?: ("CREATED_ON_RAMP" | "FIAT_RECEIVED_ON_RAMP" | "COMPLETED_ON_RAMP" | "CANCELLED_ON_RAMP" | "EXPIRED_ON_RAMP" | "FAILED_ON_RAMP" | "HOLD_PLACED_ON_RAMP" | "HOLD_RELEASED_ON_RAMP" | "CREATED_OFF_RAMP" | "CRYPTO_RECEIVED_OFF_RAMP" | "CRYPTO_NOT_RECEIVED_OFF_RAMP" | "COMPLETED_OFF_RAMP" | "CANCELLED_OFF_RAMP" | "EXPIRED_OFF_RAMP" | "FAILED_OFF_RAMP" | "HOLD_PLACED_OFF_RAMP" | "HOLD_RELEASED_OFF_RAMP" | "PAYOUT_RETURNED_OFF_RAMP" | "CREATED_CROSS_RAMP" | "FIAT_RECEIVED_CROSS_RAMP" | "IN_PROGRESS_CROSS_RAMP" | "BANK_TRANSFER_PENDING_CROSS_RAMP" | "COMPLETED_CROSS_RAMP" | "CANCELLED_CROSS_RAMP" | "EXPIRED_CROSS_RAMP" | "FAILED_CROSS_RAMP" | "HOLD_PLACED_CROSS_RAMP" | "HOLD_RELEASED_CROSS_RAMP" | "PAYOUT_RETURNED_CROSS_RAMP" | "CREATED_KYC" | "VERIFIED_USER" | "REJECTED_KYC" | "REVIEW_NEEDED_KYC" | "VERIFICATION_LINK_OPENED" | "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED" | "VERIFICATION_RESUBMISSION_REQUESTED" | "DOCUMENT_SIGNED" | "TEST_EVENT")[] | null;
        } & ({
            url: unknown;
        } | {
            eventBusArn: unknown;
        });
        /** @description The URL to send to, and what to send. Takes the place of what was set before. */
        UpdateWebhookSettingsRequest: {
            /** @description Null clears it. */
            url: string | null;
            /** @description Only these events are sent; absent or null, all of them. */
            eventTypes?: ("CREATED_ON_RAMP" | "FIAT_RECEIVED_ON_RAMP" | "COMPLETED_ON_RAMP" | "CANCELLED_ON_RAMP" | "EXPIRED_ON_RAMP" | "FAILED_ON_RAMP" | "HOLD_PLACED_ON_RAMP" | "HOLD_RELEASED_ON_RAMP" | "CREATED_OFF_RAMP" | "CRYPTO_RECEIVED_OFF_RAMP" | "CRYPTO_NOT_RECEIVED_OFF_RAMP" | "COMPLETED_OFF_RAMP" | "CANCELLED_OFF_RAMP" | "EXPIRED_OFF_RAMP" | "FAILED_OFF_RAMP" | "HOLD_PLACED_OFF_RAMP" | "HOLD_RELEASED_OFF_RAMP" | "PAYOUT_RETURNED_OFF_RAMP" | "CREATED_CROSS_RAMP" | "FIAT_RECEIVED_CROSS_RAMP" | "IN_PROGRESS_CROSS_RAMP" | "BANK_TRANSFER_PENDING_CROSS_RAMP" | "COMPLETED_CROSS_RAMP" | "CANCELLED_CROSS_RAMP" | "EXPIRED_CROSS_RAMP" | "FAILED_CROSS_RAMP" | "HOLD_PLACED_CROSS_RAMP" | "HOLD_RELEASED_CROSS_RAMP" | "PAYOUT_RETURNED_CROSS_RAMP" | "CREATED_KYC" | "VERIFIED_USER" | "REJECTED_KYC" | "REVIEW_NEEDED_KYC" | "VERIFICATION_LINK_OPENED" | "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED" | "VERIFICATION_RESUBMISSION_REQUESTED" | "DOCUMENT_SIGNED" | "TEST_EVENT")[] | null;
        };
        /** @description A quote between fiat currencies, and its use. */
        UsedCrossRampQuote: {
            /**
             * Format: uuid
             * @description Pass to the creation of the transaction.
             */
            quoteId: string;
            /** @description Taken off the source amount before the conversion. */
            fees: components["schemas"]["Fees"];
            /** @description What the user pays, in the source currency. */
            sourceAmount: number;
            /** @description What is paid out, in the target currency. */
            targetAmount: number;
            /** @description What the user pays in, by its ISO 4217 code. */
            sourceCurrency: components["schemas"]["FiatCurrency"];
            /** @description What is paid out, by its ISO 4217 code. */
            targetCurrency: components["schemas"]["FiatCurrency"];
            /** @description Target units per source unit, spread and premium inside. */
            rate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description The spread of the service inside the rate, as a fraction. */
            spread: number;
            /**
             * @description A cross-ramp is an order over the counter.
             * @constant
             */
            flow: "OTC";
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /**
             * Format: date-time
             * @description The quote cannot be used from this instant on.
             */
            expiresAt: string;
            /** @description The transaction that has used it; null while none has. */
            usedBy: string | null;
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
        };
        /** @description A quote between a fiat currency and a token, and its use. */
        UsedRampQuote: {
            /**
             * Format: uuid
             * @description Pass to the creation of the transaction.
             */
            quoteId: string;
            /**
             * @description CROSS_RAMP is the first leg of one: from the fiat currency to the token.
             * @enum {string}
             */
            transactionType: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            /** @description In the fiat currency. */
            fiatAmount: number;
            /** @description Fiat currency, by its ISO 4217 code. */
            fiatCurrency: components["schemas"]["FiatCurrency"];
            /** @description In tokens, with at most six decimals. */
            cryptoAmount: number;
            /**
             * @description The chain of the token.
             * @enum {string}
             */
            blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
            /**
             * @description The token.
             * @enum {string}
             */
            tokenSymbol: "USDC" | "USDT";
            /** @description Fiat units per token, spread and premium inside. */
            rate: number;
            /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
            premiumSpread: number;
            /** @description The spread of the service inside the rate, as a fraction. */
            spread: number;
            /**
             * @description `OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /**
             * Format: int32
             * @description Requested T+N, for MXN over the counter.
             */
            forwardingDays: number;
            /**
             * Format: int32
             * @description Calendar days from the trade day to the settlement day.
             */
            effectiveForwardingDays: number;
            /**
             * Format: date-time
             * @description When it settles: at 18:00 in Mexico City; of `REGULAR` orders in other currencies than MXN, at the instant of the order.
             */
            forwardingSettlementDate: string;
            /** @description Days that were passed over, each with the reason of the settlement calendar or the cut-off; empty for `REGULAR` orders. */
            forwardingAdjustments: {
                /** @description The day, YYYY-MM-DD. */
                date: string;
                /** @description Why, as a code. */
                reason: string;
            }[];
            /** @description What the sandbox takes and production would refuse; empty in most cases. */
            warnings: components["schemas"]["Warning"][];
            /**
             * Format: date-time
             * @description The quote cannot be used from this instant on.
             */
            expiresAt: string;
            /** @description The transaction that has used it; null while none has. */
            usedBy: string | null;
            /**
             * Format: uuid
             * @description Id of the transaction.
             */
            transactionId: string;
        };
        /** @description One of your users. */
        User: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its kind. */
            type: components["schemas"]["UserType"];
            /** @description E-mail address. */
            email: string;
            /** @description Your own id of the user. */
            externalUserId: string | null;
            /** @description A name of yours for it, which users do not see. */
            alias: string | null;
            /** @description Only VERIFIED users can transact. */
            kycStatus: components["schemas"]["KycStatus"];
            /** @description As submitted, from then on; once verified, as the provider read it. */
            firstName: string | null;
            /** @description The same. */
            lastName: string | null;
            /** @description As you gave or submitted it; once verified, as the provider read it. */
            businessName: string | null;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
        };
        /** @description A user changed. */
        UserChange: {
            /**
             * @description Its kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "USER";
            /**
             * Format: uuid
             * @description Of the thing; versions of one thing share it.
             */
            id: string;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it became so.
             */
            at: string;
            /** @description The resource at that version, as its own operation shows it. */
            resource: components["schemas"]["User"] | components["schemas"]["ErasedResource"];
        };
        /** @description A page of users. */
        UserPage: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of items on record.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["User"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        /** @enum {string} */
        UserType: "INDIVIDUAL" | "BUSINESS";
        /** @description A saved wallet. */
        Wallet: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the user.
             */
            userId: string;
            /**
             * @description EVM for POL, ETH and BSC; SVM for SOL.
             * @enum {string}
             */
            vmType: "EVM" | "SVM";
            /** @description Address of the wallet, as its chain writes it. */
            walletAddress: string;
            /** @description A name of yours for it, which users do not see. */
            alias: string | null;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
        };
        /** @description What stands on a wallet, on one chain. */
        WalletBalance: {
            /**
             * @description The chain.
             * @enum {string}
             */
            blockchain: "POL" | "SOL" | "ETH" | "BSC";
            /**
             * @description `OTC` for orders over the counter, `REGULAR` for all others.
             * @enum {string}
             */
            flow: "REGULAR" | "OTC";
            /** @description Address of the wallet, as its chain writes it. */
            walletAddress: string;
            /** @description The balance of each token. */
            tokens: components["schemas"]["TokenBalance"][];
        };
        /** @description What stands on the wallets of a user. */
        WalletBalances: {
            /** @description The balance of each wallet, by chain. */
            balances: components["schemas"]["WalletBalance"][];
        };
        /** @description A page of wallets. */
        WalletPage: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of wallets of the same user.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["Wallet"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        /** @description Something that was taken although production would refuse it. */
        Warning: {
            /** @description The field of the request. */
            field: string;
            /**
             * @description Decide by this; the message is for people.
             * @enum {string}
             */
            code: "PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING";
            /** @description A sentence for people, whose wording may change. */
            message: string;
        };
        /** @description One of up to five places that webhooks go to. */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description True of the first endpoint, which the webhook settings hold; `updateWebhookSettings` sets it too. */
            isDefault: boolean;
            /** @description Where its webhooks go; null for an event bus, and for a first endpoint without a URL. */
            url: string | null;
            /** @description The event bus that its webhooks go to; null for a URL. */
            eventBusArn: string | null;
            /** @description The `source` of every event on the bus, for its policy; null for a URL. */
            eventSource: string | null;
            /** @description The AWS account that puts the events on the bus, for its policy; null for a URL. */
            eventAccountId: string | null;
            /** @description The events that are sent; null for all of them. */
            eventTypes: ("CREATED_ON_RAMP" | "FIAT_RECEIVED_ON_RAMP" | "COMPLETED_ON_RAMP" | "CANCELLED_ON_RAMP" | "EXPIRED_ON_RAMP" | "FAILED_ON_RAMP" | "HOLD_PLACED_ON_RAMP" | "HOLD_RELEASED_ON_RAMP" | "CREATED_OFF_RAMP" | "CRYPTO_RECEIVED_OFF_RAMP" | "CRYPTO_NOT_RECEIVED_OFF_RAMP" | "COMPLETED_OFF_RAMP" | "CANCELLED_OFF_RAMP" | "EXPIRED_OFF_RAMP" | "FAILED_OFF_RAMP" | "HOLD_PLACED_OFF_RAMP" | "HOLD_RELEASED_OFF_RAMP" | "PAYOUT_RETURNED_OFF_RAMP" | "CREATED_CROSS_RAMP" | "FIAT_RECEIVED_CROSS_RAMP" | "IN_PROGRESS_CROSS_RAMP" | "BANK_TRANSFER_PENDING_CROSS_RAMP" | "COMPLETED_CROSS_RAMP" | "CANCELLED_CROSS_RAMP" | "EXPIRED_CROSS_RAMP" | "FAILED_CROSS_RAMP" | "HOLD_PLACED_CROSS_RAMP" | "HOLD_RELEASED_CROSS_RAMP" | "PAYOUT_RETURNED_CROSS_RAMP" | "CREATED_KYC" | "VERIFIED_USER" | "REJECTED_KYC" | "REVIEW_NEEDED_KYC" | "VERIFICATION_LINK_OPENED" | "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED" | "VERIFICATION_RESUBMISSION_REQUESTED" | "DOCUMENT_SIGNED" | "TEST_EVENT")[] | null;
            /** @description When the secret was last replaced; null before the first time. */
            secretRotatedAt: string | null;
            /** @description When each of the replaced secrets that still sign, two at most, ends; the newest of them first. */
            previousSecretsExpireAt: string[];
            /** @description How attempts at it have ended. */
            health: components["schemas"]["EndpointHealth"];
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
            /** @description The signing secret (`whsec_…`), in the answer that made it only; an event bus has none. */
            secret?: string;
        };
        /** @description All endpoints. */
        WebhookEndpointPage: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of items on record.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        /** @description The body of a webhook. `event` tells which. */
        WebhookEvent: components["schemas"]["CrossRampEvent"] | components["schemas"]["CompletedCrossRampEvent"] | components["schemas"]["StoppedCrossRampEvent"] | components["schemas"]["PayoutReturnedCrossRampEvent"] | components["schemas"]["HeldCrossRampEvent"] | components["schemas"]["OnRampEvent"] | components["schemas"]["CompletedOnRampEvent"] | components["schemas"]["StoppedOnRampEvent"] | components["schemas"]["HeldOnRampEvent"] | components["schemas"]["OffRampEvent"] | components["schemas"]["CompletedOffRampEvent"] | components["schemas"]["StoppedOffRampEvent"] | components["schemas"]["PayoutReturnedOffRampEvent"] | components["schemas"]["HeldOffRampEvent"] | components["schemas"]["KycEvent"] | components["schemas"]["LinkEvent"] | components["schemas"]["ResubmissionEvent"] | components["schemas"]["RejectedKycEvent"] | components["schemas"]["SignatureEvent"] | components["schemas"]["TestEvent"];
        /** @description The fault injection of deliveries. */
        WebhookFaults: {
            /**
             * @description What happens to deliveries; NONE for nothing.
             * @enum {string}
             */
            mode: "NONE" | "DUPLICATE" | "DELAY" | "REORDER" | "DROP_FIRST_ATTEMPT" | "SLOW" | "FAIL_FAST";
            /** @description Share of the deliveries that meet it, from 0 to 1. */
            rate: number;
        };
        /** @description A notification with its payload and its attempts. */
        WebhookNotification: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Where it stands. */
            status: components["schemas"]["NotificationStatus"];
            /**
             * Format: int32
             * @description Automatic attempts made so far, the first included: 1 if the first attempt succeeded.
             */
            retryAttempts: number;
            /**
             * Format: int32
             * @description Manual retries used, three at most.
             */
            manualRetryCount: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
            /** @description What is sent, in every attempt alike. */
            payload: components["schemas"]["WebhookEvent"];
            /** @description The JSON object that your endpoint answered at the last failure, else one of ours that says why it failed; null before any failure, and after a retry or replay. */
            latestErrorPayload: Record<string, never> | null;
            /** @description From when the next attempt may be made, while the status is PENDING; else null. */
            nextAttemptAt: string | null;
            /** @description When it was last retried by hand, in UTC; null before. */
            lastManualRetryAt: string | null;
            /**
             * Format: int32
             * @description How often it was sent again by a replay.
             */
            replayCount: number;
            /**
             * Format: int32
             * @description Rises by one with every change.
             */
            version: number;
            /** @description The last twenty attempts. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description The delivery to each further endpoint that is sent it, or that a replay sent it; the change feed leaves them out. */
            deliveries?: components["schemas"]["EndpointDelivery"][];
        };
        /** @description A notification in a listing. */
        WebhookNotificationItem: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Where it stands. */
            status: components["schemas"]["NotificationStatus"];
            /**
             * Format: int32
             * @description Automatic attempts made so far, the first included: 1 if the first attempt succeeded.
             */
            retryAttempts: number;
            /**
             * Format: int32
             * @description Manual retries used, three at most.
             */
            manualRetryCount: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
            /** @description The `event` of its payload. */
            eventType: string;
        };
        /** @description A page of notifications. */
        WebhookNotificationPage: {
            /**
             * Format: int32
             * @description Number of items that match the query.
             */
            count: number;
            /** @description True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact. */
            countIsLowerBound?: boolean;
            /**
             * Format: int32
             * @description Number of items on record.
             */
            total: number;
            /** @description The items of the page, newest first unless the query says otherwise. */
            data: components["schemas"]["WebhookNotificationItem"][];
            /** @description Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one. */
            nextCursor?: string;
        };
        /** @description Where webhooks go, and which. */
        WebhookSettings: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of your account with us.
             */
            partnerId: string;
            /** @description Where notifications go; null for nowhere. */
            url: string | null;
            /** @description The events that are sent; null for all of them. */
            eventTypes: ("CREATED_ON_RAMP" | "FIAT_RECEIVED_ON_RAMP" | "COMPLETED_ON_RAMP" | "CANCELLED_ON_RAMP" | "EXPIRED_ON_RAMP" | "FAILED_ON_RAMP" | "HOLD_PLACED_ON_RAMP" | "HOLD_RELEASED_ON_RAMP" | "CREATED_OFF_RAMP" | "CRYPTO_RECEIVED_OFF_RAMP" | "CRYPTO_NOT_RECEIVED_OFF_RAMP" | "COMPLETED_OFF_RAMP" | "CANCELLED_OFF_RAMP" | "EXPIRED_OFF_RAMP" | "FAILED_OFF_RAMP" | "HOLD_PLACED_OFF_RAMP" | "HOLD_RELEASED_OFF_RAMP" | "PAYOUT_RETURNED_OFF_RAMP" | "CREATED_CROSS_RAMP" | "FIAT_RECEIVED_CROSS_RAMP" | "IN_PROGRESS_CROSS_RAMP" | "BANK_TRANSFER_PENDING_CROSS_RAMP" | "COMPLETED_CROSS_RAMP" | "CANCELLED_CROSS_RAMP" | "EXPIRED_CROSS_RAMP" | "FAILED_CROSS_RAMP" | "HOLD_PLACED_CROSS_RAMP" | "HOLD_RELEASED_CROSS_RAMP" | "PAYOUT_RETURNED_CROSS_RAMP" | "CREATED_KYC" | "VERIFIED_USER" | "REJECTED_KYC" | "REVIEW_NEEDED_KYC" | "VERIFICATION_LINK_OPENED" | "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED" | "VERIFICATION_RESUBMISSION_REQUESTED" | "DOCUMENT_SIGNED" | "TEST_EVENT")[] | null;
            /** @description When the secret was last replaced; null before the first time. */
            secretRotatedAt: string | null;
            /** @description When each of the replaced secrets that still sign, two at most, ends; the newest of them first. */
            previousSecretsExpireAt: string[];
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             */
            updatedAt: string;
            /** @description The signing secret (`whsec_…`), in the answer to the first URL only. */
            secret?: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Makes the request safe to repeat, for 48 hours: the same key with the same body returns the first answer, with another body or operation 422. Valid for the user that the operation is about, or for you where there is none. A UUID is a good key. */
        IdempotencyKey: string;
        /**
         * @description An id of yours for this request, which the answer repeats: 1 to 128 visible ASCII characters. Anything else is replaced.
         * @example order-1042-attempt-1
         */
        RequestId: string;
        /** @description The `etag` of the answer that you hold. */
        IfNoneMatch: string;
        /** @description Id of the notification, the same in every attempt. */
        WebhookId: string;
        /** @description Epoch seconds of this attempt. */
        WebhookTimestamp: string;
        /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AcceptedReplay = components['schemas']['AcceptedReplay'];
export type AccountHolder = components['schemas']['AccountHolder'];
export type AllowedAddresses = components['schemas']['AllowedAddresses'];
export type AssociatedPerson = components['schemas']['AssociatedPerson'];
export type AssociatedPersonPage = components['schemas']['AssociatedPersonPage'];
export type BankAccountChange = components['schemas']['BankAccountChange'];
export type BankAccountPage = components['schemas']['BankAccountPage'];
export type BankAccountRecord = components['schemas']['BankAccountRecord'];
export type BankDetailsInChina = components['schemas']['BankDetailsInCHINA'];
export type BankDetailsInDo = components['schemas']['BankDetailsInDO'];
export type BankDetailsInMx = components['schemas']['BankDetailsInMX'];
export type BankDetailsInSepa = components['schemas']['BankDetailsInSEPA'];
export type BankDetailsInUs = components['schemas']['BankDetailsInUS'];
export type BankRequirements = components['schemas']['BankRequirements'];
export type BankingOnboarding = components['schemas']['BankingOnboarding'];
export type Branding = components['schemas']['Branding'];
export type CalendarDay = components['schemas']['CalendarDay'];
export type CancellationReason = components['schemas']['CancellationReason'];
export type CancelledTransaction = components['schemas']['CancelledTransaction'];
export type Capabilities = components['schemas']['Capabilities'];
export type Change = components['schemas']['Change'];
export type ChangePage = components['schemas']['ChangePage'];
export type ChangedBankAccount = components['schemas']['ChangedBankAccount'];
export type ChangedSignature = components['schemas']['ChangedSignature'];
export type CompletedCrossRampEvent = components['schemas']['CompletedCrossRampEvent'];
export type CompletedOffRampEvent = components['schemas']['CompletedOffRampEvent'];
export type CompletedOnRampEvent = components['schemas']['CompletedOnRampEvent'];
export type ComplianceField = components['schemas']['ComplianceField'];
export type Corridor = components['schemas']['Corridor'];
export type CreateAssociatedPersonRequest = components['schemas']['CreateAssociatedPersonRequest'];
export type CreateCrossRampQuoteRequest = components['schemas']['CreateCrossRampQuoteRequest'];
export type CreateCrossRampRequest = components['schemas']['CreateCrossRampRequest'];
export type CreateKybLinkRequest = components['schemas']['CreateKybLinkRequest'];
export type CreateKycLinkRequest = components['schemas']['CreateKycLinkRequest'];
export type CreateOffRampRequest = components['schemas']['CreateOffRampRequest'];
export type CreateOnRampRequest = components['schemas']['CreateOnRampRequest'];
export type CreateQuoteRequest = components['schemas']['CreateQuoteRequest'];
export type CreateReceiverBankAccountRequest = components['schemas']['CreateReceiverBankAccountRequest'];
export type CreateReceiverRequest = components['schemas']['CreateReceiverRequest'];
export type CreateUserBankAccountRequest = components['schemas']['CreateUserBankAccountRequest'];
export type CreateUserRequest = components['schemas']['CreateUserRequest'];
export type CreateWalletRequest = components['schemas']['CreateWalletRequest'];
export type CreateWebhookEndpointRequest = components['schemas']['CreateWebhookEndpointRequest'];
export type CreatedUser = components['schemas']['CreatedUser'];
export type CrossRampEvent = components['schemas']['CrossRampEvent'];
export type CrossRampItem = components['schemas']['CrossRampItem'];
export type CrossRampQuote = components['schemas']['CrossRampQuote'];
export type CrossRampQuoteDetail = components['schemas']['CrossRampQuoteDetail'];
export type CrossRampRate = components['schemas']['CrossRampRate'];
export type CrossRampStatus = components['schemas']['CrossRampStatus'];
export type CrossRampTransaction = components['schemas']['CrossRampTransaction'];
export type DecideVerificationRequest = components['schemas']['DecideVerificationRequest'];
export type Deleted = components['schemas']['Deleted'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DepositTravelRule = components['schemas']['DepositTravelRule'];
export type Destination = components['schemas']['Destination'];
export type EndedVerificationLink = components['schemas']['EndedVerificationLink'];
export type EndpointDelivery = components['schemas']['EndpointDelivery'];
export type EndpointHealth = components['schemas']['EndpointHealth'];
export type ErasedResource = components['schemas']['ErasedResource'];
export type Error = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorReason = components['schemas']['ErrorReason'];
export type ExecuteOffRampRequest = components['schemas']['ExecuteOffRampRequest'];
export type ExecutedOffRamp = components['schemas']['ExecutedOffRamp'];
export type Fees = components['schemas']['Fees'];
export type FiatCurrency = components['schemas']['FiatCurrency'];
export type HeldCrossRampEvent = components['schemas']['HeldCrossRampEvent'];
export type HeldOffRampEvent = components['schemas']['HeldOffRampEvent'];
export type HeldOnRampEvent = components['schemas']['HeldOnRampEvent'];
export type Hold = components['schemas']['Hold'];
export type Kyb = components['schemas']['Kyb'];
export type KybLink = components['schemas']['KybLink'];
export type Kyc = components['schemas']['Kyc'];
export type KycAddress = components['schemas']['KycAddress'];
export type KycChange = components['schemas']['KycChange'];
export type KycDocument = components['schemas']['KycDocument'];
export type KycEvent = components['schemas']['KycEvent'];
export type KycIdentity = components['schemas']['KycIdentity'];
export type KycLink = components['schemas']['KycLink'];
export type KycPerson = components['schemas']['KycPerson'];
export type KycPosition = components['schemas']['KycPosition'];
export type KycStatus = components['schemas']['KycStatus'];
export type Ledger = components['schemas']['Ledger'];
export type LedgerLine = components['schemas']['LedgerLine'];
export type Limit = components['schemas']['Limit'];
export type LinkEvent = components['schemas']['LinkEvent'];
export type Metadata = components['schemas']['Metadata'];
export type MockRule = components['schemas']['MockRule'];
export type MockTestingGuide = components['schemas']['MockTestingGuide'];
export type NotificationChange = components['schemas']['NotificationChange'];
export type NotificationStatus = components['schemas']['NotificationStatus'];
export type OffRampEvent = components['schemas']['OffRampEvent'];
export type OffRampItem = components['schemas']['OffRampItem'];
export type OffRampTransaction = components['schemas']['OffRampTransaction'];
export type OnRampEvent = components['schemas']['OnRampEvent'];
export type OnRampItem = components['schemas']['OnRampItem'];
export type OnRampTransaction = components['schemas']['OnRampTransaction'];
export type PayeeCheck = components['schemas']['PayeeCheck'];
export type PayoutBankDetails = components['schemas']['PayoutBankDetails'];
export type PayoutReturn = components['schemas']['PayoutReturn'];
export type PayoutReturnedCrossRampEvent = components['schemas']['PayoutReturnedCrossRampEvent'];
export type PayoutReturnedOffRampEvent = components['schemas']['PayoutReturnedOffRampEvent'];
export type PayoutTravelRule = components['schemas']['PayoutTravelRule'];
export type PostalAddress = components['schemas']['PostalAddress'];
export type ProvideInformationRequest = components['schemas']['ProvideInformationRequest'];
export type Purpose = components['schemas']['Purpose'];
export type QuoteChange = components['schemas']['QuoteChange'];
export type RailProof = components['schemas']['RailProof'];
export type RailReference = components['schemas']['RailReference'];
export type Rails = components['schemas']['Rails'];
export type RampQuote = components['schemas']['RampQuote'];
export type RampQuoteDetail = components['schemas']['RampQuoteDetail'];
export type RampRate = components['schemas']['RampRate'];
export type Receipt = components['schemas']['Receipt'];
export type Receiver = components['schemas']['Receiver'];
export type ReceiverPage = components['schemas']['ReceiverPage'];
export type RejectedKycEvent = components['schemas']['RejectedKycEvent'];
export type Relationship = components['schemas']['Relationship'];
export type ReplayWebhookNotificationsRequest = components['schemas']['ReplayWebhookNotificationsRequest'];
export type RequestSignaturesRequest = components['schemas']['RequestSignaturesRequest'];
export type ResubmissionEvent = components['schemas']['ResubmissionEvent'];
export type RetryWebhookNotificationRequest = components['schemas']['RetryWebhookNotificationRequest'];
export type ReturnReceipt = components['schemas']['ReturnReceipt'];
export type RotatedSecret = components['schemas']['RotatedSecret'];
export type SavedAccountHolder = components['schemas']['SavedAccountHolder'];
export type SavedAddress = components['schemas']['SavedAddress'];
export type SetWebhookFaultsRequest = components['schemas']['SetWebhookFaultsRequest'];
export type SettlementCalendar = components['schemas']['SettlementCalendar'];
export type SettlementCorrection = components['schemas']['SettlementCorrection'];
export type SettlementReport = components['schemas']['SettlementReport'];
export type SettlementSum = components['schemas']['SettlementSum'];
export type SignatureChange = components['schemas']['SignatureChange'];
export type SignatureEntry = components['schemas']['SignatureEntry'];
export type SignatureEvent = components['schemas']['SignatureEvent'];
export type SignaturePage = components['schemas']['SignaturePage'];
export type SimulateTransactionRequest = components['schemas']['SimulateTransactionRequest'];
export type SourceBankAccount = components['schemas']['SourceBankAccount'];
export type SourceOfFunds = components['schemas']['SourceOfFunds'];
export type StartBankingOnboardingRequest = components['schemas']['StartBankingOnboardingRequest'];
export type StartKycRequest = components['schemas']['StartKycRequest'];
export type StartedKyc = components['schemas']['StartedKyc'];
export type StartedOnboarding = components['schemas']['StartedOnboarding'];
export type StoppedCrossRampEvent = components['schemas']['StoppedCrossRampEvent'];
export type StoppedOffRampEvent = components['schemas']['StoppedOffRampEvent'];
export type StoppedOnRampEvent = components['schemas']['StoppedOnRampEvent'];
export type SurplusDeposit = components['schemas']['SurplusDeposit'];
export type TargetBankAccount = components['schemas']['TargetBankAccount'];
export type TargetBankDetails = components['schemas']['TargetBankDetails'];
export type TargetCountry = components['schemas']['TargetCountry'];
export type TestEvent = components['schemas']['TestEvent'];
export type Threshold = components['schemas']['Threshold'];
export type Timeline = components['schemas']['Timeline'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type TokenBalance = components['schemas']['TokenBalance'];
export type TokenPair = components['schemas']['TokenPair'];
export type TransactionChange = components['schemas']['TransactionChange'];
export type TransactionItem = components['schemas']['TransactionItem'];
export type TransactionPage = components['schemas']['TransactionPage'];
export type TravelRuleAddress = components['schemas']['TravelRuleAddress'];
export type TravelRuleBeneficiary = components['schemas']['TravelRuleBeneficiary'];
export type TravelRuleLegalPerson = components['schemas']['TravelRuleLegalPerson'];
export type TravelRuleNaturalPerson = components['schemas']['TravelRuleNaturalPerson'];
export type TravelRuleOriginator = components['schemas']['TravelRuleOriginator'];
export type TravelRulePerson = components['schemas']['TravelRulePerson'];
export type UpdateAllowedAddressesRequest = components['schemas']['UpdateAllowedAddressesRequest'];
export type UpdateBrandingRequest = components['schemas']['UpdateBrandingRequest'];
export type UpdateTransactionRequest = components['schemas']['UpdateTransactionRequest'];
export type UpdateUserRequest = components['schemas']['UpdateUserRequest'];
export type UpdateWebhookEndpointRequest = components['schemas']['UpdateWebhookEndpointRequest'];
export type UpdateWebhookSettingsRequest = components['schemas']['UpdateWebhookSettingsRequest'];
export type UsedCrossRampQuote = components['schemas']['UsedCrossRampQuote'];
export type UsedRampQuote = components['schemas']['UsedRampQuote'];
export type User = components['schemas']['User'];
export type UserChange = components['schemas']['UserChange'];
export type UserPage = components['schemas']['UserPage'];
export type UserType = components['schemas']['UserType'];
export type Wallet = components['schemas']['Wallet'];
export type WalletBalance = components['schemas']['WalletBalance'];
export type WalletBalances = components['schemas']['WalletBalances'];
export type WalletPage = components['schemas']['WalletPage'];
export type Warning = components['schemas']['Warning'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointPage = components['schemas']['WebhookEndpointPage'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookFaults = components['schemas']['WebhookFaults'];
export type WebhookNotification = components['schemas']['WebhookNotification'];
export type WebhookNotificationItem = components['schemas']['WebhookNotificationItem'];
export type WebhookNotificationPage = components['schemas']['WebhookNotificationPage'];
export type WebhookSettings = components['schemas']['WebhookSettings'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type $defs = Record<string, never>;
export interface operations {
    listUsers: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /**
                 * @description Items on the page.
                 * @example 20
                 */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /** @description The user with this address. */
                email?: string;
                /** @description The user with this id of yours. */
                externalUserId?: string;
                /** @description Only this type. */
                type?: components["schemas"]["UserType"];
                /**
                 * @description Only this verification status.
                 * @example VERIFIED
                 */
                kycStatus?: components["schemas"]["KycStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["UserPage"];
                    };
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "INDIVIDUAL",
                 *       "email": "ana.garcia@example.com",
                 *       "externalUserId": "customer-1042"
                 *     }
                 */
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["CreatedUser"];
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "alias": "Ana, Monterrey"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    getUserKyc: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Kyc"];
                    };
                };
            };
        };
    };
    startKyc: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "MX",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "dateOfBirth": "1990-05-17",
                 *       "countryOfBirth": "Mexico",
                 *       "profession": "ENGINEER",
                 *       "economicActivity": "DESARROLLO DE SOFTWARE",
                 *       "phoneNumber": "+525512345678",
                 *       "taxId": "GAAA900517AB1",
                 *       "address": {
                 *         "street": "Av. Reforma 10",
                 *         "city": "Ciudad de México",
                 *         "state": "CDMX",
                 *         "zipCode": "06600",
                 *         "country": "MX"
                 *       },
                 *       "identity": {
                 *         "type": "GOVERNMENT_ID",
                 *         "frontIdUrl": "https://files.example.com/ana/ine-front.jpg",
                 *         "backIdUrl": "https://files.example.com/ana/ine-back.jpg"
                 *       },
                 *       "selfieUrl": "https://files.example.com/ana/selfie.jpg",
                 *       "documents": [
                 *         {
                 *           "type": "ADDRESS_PROOF",
                 *           "fileUrl": "https://files.example.com/ana/address.pdf"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["StartKycRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["StartedKyc"];
                    };
                };
            };
        };
    };
    getKycDetails: {
        parameters: {
            query: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Kyc"];
                    };
                };
            };
        };
    };
    createKycLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "MX",
                 *       "partnerRedirectUri": "https://partner.example.com/verified"
                 *     }
                 */
                "application/json": components["schemas"]["CreateKycLinkRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["KycLink"];
                    };
                };
            };
        };
    };
    createKybLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "MX",
                 *       "partnerRedirectUri": "partnerapp://verified"
                 *     }
                 */
                "application/json": components["schemas"]["CreateKybLinkRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["KybLink"];
                    };
                };
            };
        };
    };
    getKyb: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Kyb"];
                    };
                };
            };
        };
    };
    listAssociatedPersons: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /** @description Items on the page. */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /**
                 * @description Only this role.
                 * @example UBO
                 */
                role?: "UBO" | "LEGAL_REPRESENTATIVE" | "DIRECTOR";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["AssociatedPersonPage"];
                    };
                };
            };
        };
    };
    createAssociatedPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "UBO",
                 *       "firstName": "Lucía",
                 *       "lastName": "Hernández",
                 *       "email": "lucia.hernandez@example.com",
                 *       "dateOfBirth": "1980-02-29",
                 *       "nationality": "MX",
                 *       "taxId": "HEAL800229AB1",
                 *       "ownershipPercent": 60.5
                 *     }
                 */
                "application/json": components["schemas"]["CreateAssociatedPersonRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["AssociatedPerson"];
                    };
                };
            };
        };
    };
    deleteAssociatedPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
                /**
                 * @description Id of a person of the business.
                 * @example 019bc2bf-9030-7f18-a4c6-3b82d05e79fa
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    listSignatures: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /** @description Items on the page. */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /**
                 * @description Only this status.
                 * @example PENDING
                 */
                status?: "PENDING" | "SIGNED" | "EXPIRED" | "DELETED";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["SignaturePage"];
                    };
                };
            };
        };
    };
    requestSignatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "country": "MX"
                 *     }
                 */
                "application/json": components["schemas"]["RequestSignaturesRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["SignaturePage"];
                    };
                };
            };
        };
    };
    withdrawSignature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
                /**
                 * @description Id of a person of the business.
                 * @example 019bc2bf-9030-7f18-a4c6-3b82d05e79fa
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["SignatureEntry"];
                    };
                };
            };
        };
    };
    getSignatureDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
                /**
                 * @description Id of a person of the business.
                 * @example 019bc2bf-9030-7f18-a4c6-3b82d05e79fa
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                };
            };
        };
    };
    signDeclaration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
                /**
                 * @description Id of a person of the business.
                 * @example 019bc2bf-9030-7f18-a4c6-3b82d05e79fa
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["SignatureEntry"];
                    };
                };
            };
        };
    };
    expireDeclaration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4
                 */
                userId: string;
                /**
                 * @description Id of a person of the business.
                 * @example 019bc2bf-9030-7f18-a4c6-3b82d05e79fa
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["SignatureEntry"];
                    };
                };
            };
        };
    };
    getRate: {
        parameters: {
            query: {
                /**
                 * @description What is to be priced; CROSS_RAMP prices its first leg.
                 * @example ON_RAMP
                 */
                transactionType: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
                /**
                 * @description On either side.
                 * @example MXN
                 */
                fiatCurrency: components["schemas"]["FiatCurrency"];
                /**
                 * @description The token.
                 * @example USDC
                 */
                tokenSymbol: "USDC" | "USDT";
                /**
                 * @description Its chain; BSC for amounts above 50,000 MXN only.
                 * @example POL
                 */
                blockchainSymbol: "POL" | "SOL" | "ETH" | "BSC";
                /** @description Code of the country (ISO 3166-1 alpha-2). */
                country?: "MX" | "DO" | "US" | "AT" | "BE" | "BG" | "HR" | "CY" | "CZ" | "DK" | "EE" | "FI" | "FR" | "DE" | "GR" | "HU" | "IE" | "IT" | "LV" | "LT" | "LU" | "MT" | "NL" | "PL" | "PT" | "RO" | "SK" | "SI" | "ES" | "SE" | "IS" | "LI" | "NO" | "CH" | "GB" | "MC" | "SM" | "AD" | "VA" | "CN";
                /** @description Where the rail is not the default of its country. */
                rail?: "SPEI" | "ACH" | "WIRE" | "SEPA" | "SWIFT";
                /**
                 * @description Give this or `cryptoAmount`.
                 * @example 1000
                 */
                fiatAmount?: number;
                /** @description Give this or `fiatAmount`. */
                cryptoAmount?: number;
                /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
                premiumSpread?: number;
                /** @description T+N, for MXN over the counter. */
                forwardingDays?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["RampRate"];
                    };
                };
            };
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transactionType": "ON_RAMP",
                 *       "fiatCurrency": "MXN",
                 *       "tokenSymbol": "USDC",
                 *       "blockchainSymbol": "POL",
                 *       "fiatAmount": 1000
                 *     }
                 */
                "application/json": components["schemas"]["CreateQuoteRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["RampQuote"];
                    };
                };
            };
        };
    };
    getQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2be-a9b0-7f43-9d15-3c8e72b06a4f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["RampQuoteDetail"];
                    };
                };
            };
        };
    };
    getCapabilities: {
        parameters: {
            query?: {
                /** @description One of your users, for its limits over time too. */
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Capabilities"];
                    };
                };
            };
        };
    };
    getSettlementCalendar: {
        parameters: {
            query: {
                /**
                 * @description Code of the country (ISO 3166-1 alpha-2).
                 * @example MX
                 */
                country: "MX";
                /**
                 * @description First day; today in Mexico City by default.
                 * @example 2026-04-01
                 */
                from?: string;
                /**
                 * @description Last day, at most 366 days in all; 31 days by default.
                 * @example 2026-04-06
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["SettlementCalendar"];
                    };
                };
            };
        };
    };
    getCrossRampRate: {
        parameters: {
            query: {
                /**
                 * @description What the user pays in.
                 * @example MXN
                 */
                sourceCurrency: components["schemas"]["FiatCurrency"];
                /**
                 * @description What is paid out.
                 * @example USD
                 */
                targetCurrency: components["schemas"]["FiatCurrency"];
                /**
                 * @description What the user pays. Give this or `targetAmount`.
                 * @example 2000.01
                 */
                sourceAmount?: number;
                /** @description What is paid out. Give this or `sourceAmount`. */
                targetAmount?: number;
                /** @description Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement. */
                premiumSpread?: number;
                /** @description Needed for payouts in dollars to China or Hong Kong. */
                targetCountry?: components["schemas"]["TargetCountry"];
                /** @description LOCAL by default. */
                targetRail?: "LOCAL" | "SWIFT";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["CrossRampRate"];
                    };
                };
            };
        };
    };
    createCrossRampQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sourceCurrency": "MXN",
                 *       "targetCurrency": "USD",
                 *       "sourceAmount": 2000.01
                 *     }
                 */
                "application/json": components["schemas"]["CreateCrossRampQuoteRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["CrossRampQuote"];
                    };
                };
            };
        };
    };
    getCrossRampQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-8490-7e61-a7c8-50d2f3b91e47
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["CrossRampQuoteDetail"];
                    };
                };
            };
        };
    };
    createCrossRamp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "quoteId": "019bc2bd-8490-7e61-a7c8-50d2f3b91e47",
                 *       "targetBankAccount": {
                 *         "accountIdentifier": "123456789012",
                 *         "bankName": "First Bank",
                 *         "routingNumber": "021000021",
                 *         "accountHolder": {
                 *           "firstName": "Ana",
                 *           "lastName": "García"
                 *         },
                 *         "address": {
                 *           "streetLine1": "1 Main St",
                 *           "city": "Austin",
                 *           "postalCode": "73301",
                 *           "country": "US"
                 *         }
                 *       },
                 *       "reference": "Invoice 1042",
                 *       "externalId": "order-1042",
                 *       "metadata": {
                 *         "branch": "Monterrey"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateCrossRampRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["CrossRampTransaction"];
                    };
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /** @description Items on the page. */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /** @description Id of the resource. */
                id?: string;
                /**
                 * @description Only this status.
                 * @example COMPLETED
                 */
                status?: "PENDING_PAYMENT" | "FIAT_RECEIVED" | "IN_PROGRESS" | "AWAITING_MANUAL_CRYPTO_TRANSFER" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED" | "PENDING" | "CRYPTO_NOT_RECEIVED" | "CRYPTO_RECEIVED" | "COMPLETED_CRYPTO_RECEIVAL" | "READY_BANK_TRANSFER" | "BANK_TRANSFER_PENDING" | "AWAITING_MANUAL_FIAT_TRANSFER";
                /** @description Only this type. */
                type?: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
                /** @description On either side. */
                fiatCurrency?: components["schemas"]["FiatCurrency"];
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId?: string;
                /** @description The transactions with this external id of yours, in the same letter case. */
                externalId?: string;
                /** @description Exactly this amount on either side, in any currency. */
                amount?: number;
                /** @description Created at or after this ISO 8601 instant; a date alone means its start in UTC. */
                createdFrom?: string;
                /** @description Created at or before this ISO 8601 instant; a date alone means its start in UTC. */
                createdTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["TransactionPage"];
                    };
                };
            };
        };
    };
    getMockTestingGuide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["MockTestingGuide"];
                    };
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-abc0-7f29-b01c-8a6e4d27f593
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["TransactionItem"];
                    };
                };
            };
        };
    };
    updateTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-abc0-7f29-b01c-8a6e4d27f593
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "metadata": {
                 *         "branch": null,
                 *         "costCenter": "7040"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTransactionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["TransactionItem"];
                    };
                };
            };
        };
    };
    listTransactionEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-abc0-7f29-b01c-8a6e4d27f593
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Timeline"];
                    };
                };
            };
        };
    };
    listTransactionLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-abc0-7f29-b01c-8a6e4d27f593
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Ledger"];
                    };
                };
            };
        };
    };
    getSettlementReport: {
        parameters: {
            query: {
                /**
                 * @description The day, `YYYY-MM-DD`, today at the latest.
                 * @example 2026-11-23
                 */
                date: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["SettlementReport"];
                    };
                    "text/csv": unknown;
                };
            };
        };
    };
    getReceipt: {
        parameters: {
            query?: {
                /**
                 * @description Of the sentences for people.
                 * @example en
                 */
                language?: "en" | "es" | "pt";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-abc0-7f29-b01c-8a6e4d27f593
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Receipt"];
                    };
                    "application/pdf": unknown;
                };
            };
        };
    };
    getReturnReceipt: {
        parameters: {
            query?: {
                /**
                 * @description Of the sentences for people.
                 * @example en
                 */
                language?: "en" | "es" | "pt";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2c0-6ad0-7c18-a5e9-1f7240bd93e8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["ReturnReceipt"];
                    };
                    "application/pdf": unknown;
                };
            };
        };
    };
    cancelTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2c0-1180-7a44-8f20-b3d5e7a91c06
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["CancelledTransaction"];
                    };
                };
            };
        };
    };
    provideInformation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-d6b8-7a11-9f3e-5c2b70de4418
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "field": "relationship",
                 *           "value": "Supplier of office furniture since 2019"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProvideInformationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["TransactionItem"];
                    };
                };
            };
        };
    };
    createOnRamp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "fiatCurrency": "MXN",
                 *       "blockchainSymbol": "POL",
                 *       "tokenSymbol": "USDC",
                 *       "fiatAmount": 500,
                 *       "destinationWalletAddress": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOnRampRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["OnRampTransaction"];
                    };
                };
            };
        };
    };
    createOffRamp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "fiatCurrency": "MXN",
                 *       "blockchainSymbol": "POL",
                 *       "tokenSymbol": "USDC",
                 *       "cryptoAmount": 50,
                 *       "userBankInformation": {
                 *         "accountIdentifier": "012180015500000008"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateOffRampRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["OffRampTransaction"];
                    };
                };
            };
        };
    };
    executeOffRamp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transactionId": "019bc2c0-6ad0-7c18-a5e9-1f7240bd93e8"
                 *     }
                 */
                "application/json": components["schemas"]["ExecuteOffRampRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["ExecutedOffRamp"];
                    };
                };
            };
        };
    };
    simulateTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2c0-6ad0-7c18-a5e9-1f7240bd93e8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "PAYOUT_RETURNED"
                 *     }
                 */
                "application/json": components["schemas"]["SimulateTransactionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["TransactionItem"];
                    };
                };
            };
        };
    };
    decideVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "result": "REVIEW_NEEDED"
                 *     }
                 */
                "application/json": components["schemas"]["DecideVerificationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    expireVerificationLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["EndedVerificationLink"];
                    };
                };
            };
        };
    };
    getWebhookSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookSettings"];
                    };
                };
            };
        };
    };
    updateWebhookSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://partner.example.com/webhooks"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookSettingsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookSettings"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["RotatedSecret"];
                    };
                };
            };
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookNotification"];
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookEndpointPage"];
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://ledger.example.com/events",
                 *       "eventTypes": [
                 *         "COMPLETED_CROSS_RAMP",
                 *         "FAILED_CROSS_RAMP"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an endpoint.
                 * @example 019bc2c0-4d11-7f3a-a2c6-0b9e5d7f4c18
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an endpoint.
                 * @example 019bc2c0-4d11-7f3a-a2c6-0b9e5d7f4c18
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://ledger.example.com/events",
                 *       "eventTypes": [
                 *         "COMPLETED_CROSS_RAMP",
                 *         "FAILED_CROSS_RAMP"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an endpoint.
                 * @example 019bc2c0-4d11-7f3a-a2c6-0b9e5d7f4c18
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an endpoint.
                 * @example 019bc2c0-4d11-7f3a-a2c6-0b9e5d7f4c18
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["RotatedSecret"];
                    };
                };
            };
        };
    };
    sendTestToWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an endpoint.
                 * @example 019bc2c0-4d11-7f3a-a2c6-0b9e5d7f4c18
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookNotification"];
                    };
                };
            };
        };
    };
    listWebhookNotifications: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /**
                 * @description Items on the page.
                 * @example 2
                 */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /**
                 * @description Only this status.
                 * @example SENT
                 */
                status?: components["schemas"]["NotificationStatus"];
                /** @description Only this event. */
                eventType?: "CREATED_ON_RAMP" | "FIAT_RECEIVED_ON_RAMP" | "COMPLETED_ON_RAMP" | "CANCELLED_ON_RAMP" | "EXPIRED_ON_RAMP" | "FAILED_ON_RAMP" | "HOLD_PLACED_ON_RAMP" | "HOLD_RELEASED_ON_RAMP" | "CREATED_OFF_RAMP" | "CRYPTO_RECEIVED_OFF_RAMP" | "CRYPTO_NOT_RECEIVED_OFF_RAMP" | "COMPLETED_OFF_RAMP" | "CANCELLED_OFF_RAMP" | "EXPIRED_OFF_RAMP" | "FAILED_OFF_RAMP" | "HOLD_PLACED_OFF_RAMP" | "HOLD_RELEASED_OFF_RAMP" | "PAYOUT_RETURNED_OFF_RAMP" | "CREATED_CROSS_RAMP" | "FIAT_RECEIVED_CROSS_RAMP" | "IN_PROGRESS_CROSS_RAMP" | "BANK_TRANSFER_PENDING_CROSS_RAMP" | "COMPLETED_CROSS_RAMP" | "CANCELLED_CROSS_RAMP" | "EXPIRED_CROSS_RAMP" | "FAILED_CROSS_RAMP" | "HOLD_PLACED_CROSS_RAMP" | "HOLD_RELEASED_CROSS_RAMP" | "PAYOUT_RETURNED_CROSS_RAMP" | "CREATED_KYC" | "VERIFIED_USER" | "REJECTED_KYC" | "REVIEW_NEEDED_KYC" | "VERIFICATION_LINK_OPENED" | "VERIFICATION_LINK_EXPIRED" | "VERIFICATION_ABANDONED" | "VERIFICATION_RESUBMISSION_REQUESTED" | "DOCUMENT_SIGNED" | "TEST_EVENT";
                /** @description Only what tells of this transaction; an unknown one has nothing. */
                transactionId?: string;
                /** @description Id of a user. */
                userId?: string;
                /** @description Created at or after this ISO 8601 instant; a date alone means its start in UTC. */
                createdFrom?: string;
                /** @description Created at or before this ISO 8601 instant; a date alone means its start in UTC. */
                createdTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookNotificationPage"];
                    };
                };
            };
        };
    };
    replayWebhookNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "SENT",
                 *       "eventType": "COMPLETED_CROSS_RAMP",
                 *       "createdFrom": "2026-01-15T16:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhookNotificationsRequest"];
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["AcceptedReplay"];
                    };
                };
            };
        };
    };
    getWebhookNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-d2d0-7583-9e64-c1f7a05b3d82
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookNotification"];
                    };
                };
            };
        };
    };
    retryWebhookNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource.
                 * @example 019bc2bf-1a30-7d62-8b0e-5c7f12a4e9d8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "endpointId": "019bc2b0-1f41-7b52-b6f0-93c5d1e87a20"
                 *     }
                 */
                "application/json": components["schemas"]["RetryWebhookNotificationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookNotification"];
                    };
                };
            };
        };
    };
    getWebhookFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookFaults"];
                    };
                };
            };
        };
    };
    setWebhookFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "DUPLICATE",
                 *       "rate": 0.25
                 *     }
                 */
                "application/json": components["schemas"]["SetWebhookFaultsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WebhookFaults"];
                    };
                };
            };
        };
    };
    getAllowedAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["AllowedAddresses"];
                    };
                };
            };
        };
    };
    updateAllowedAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allowedAddresses": [
                 *         "203.0.113.0/24",
                 *         "2001:db8::/48"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAllowedAddressesRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["AllowedAddresses"];
                    };
                };
            };
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Branding"];
                    };
                };
            };
        };
    };
    updateBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Example Remittances",
                 *       "color": "#0b6e4f",
                 *       "helpUrl": "https://partner.example.com/help",
                 *       "privacyUrl": "https://partner.example.com/privacy",
                 *       "logo": "iVBORw0KGgoAAAANSUhEUgAAACAAAAAQAQMAAABNzu8aAAAABlBMVEULbk////8qa+5ZAAAAF0lEQVR4Aa3EMQEAAADCIPqXniXkAHVs26wf4TflRkgAAAAASUVORK5CYII="
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBrandingRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Branding"];
                    };
                };
            };
        };
    };
    listUserBankAccounts: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /** @description Items on the page. */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /** @description Id of the resource. */
                id?: string;
                /**
                 * @description Code of the country (ISO 3166-1 alpha-2).
                 * @example MX
                 */
                country?: components["schemas"]["TargetCountry"];
                /** @description Only this ramp. */
                rampType?: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["BankAccountPage"];
                    };
                };
            };
        };
    };
    createUserBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "MX",
                 *       "accountIdentifier": "646180110400000007",
                 *       "alias": "Savings",
                 *       "rampType": "OFF_RAMP"
                 *     }
                 */
                "application/json": components["schemas"]["CreateUserBankAccountRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["BankAccountRecord"];
                    };
                };
            };
        };
    };
    deleteUserBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
                /**
                 * @description Id of the resource.
                 * @example 019bc2bd-e660-7d05-b3a1-7c9e40f2d681
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    listReceiverBankAccounts: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /** @description Items on the page. */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /** @description Id of the resource. */
                id?: string;
                /** @description Code of the country (ISO 3166-1 alpha-2). */
                country?: components["schemas"]["TargetCountry"];
                /** @description Only this ramp. */
                rampType?: "ON_RAMP" | "OFF_RAMP" | "CROSS_RAMP";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a receiver.
                 * @example 019bc2be-3480-7e90-8b67-2d5f1c04a9e3
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["BankAccountPage"];
                    };
                };
            };
        };
    };
    createReceiverBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a receiver.
                 * @example 019bc2be-3480-7e90-8b67-2d5f1c04a9e3
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "DE",
                 *       "iban": "DE89370400440532013000",
                 *       "bic": "COBADEFFXXX",
                 *       "bankName": "Commerzbank",
                 *       "accountHolder": {
                 *         "businessName": "ACME GmbH"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateReceiverBankAccountRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["BankAccountRecord"];
                    };
                };
            };
        };
    };
    deleteReceiverBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a receiver.
                 * @example 019bc2be-3480-7e90-8b67-2d5f1c04a9e3
                 */
                receiverId: string;
                /**
                 * @description Id of the resource.
                 * @example 019bc2be-5b90-7a4c-a0d8-f3617b8e2c15
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    getBankRequirements: {
        parameters: {
            query: {
                /**
                 * @description Code of the country (ISO 3166-1 alpha-2).
                 * @example MX
                 */
                country: components["schemas"]["TargetCountry"];
                /** @description LOCAL by default. */
                targetRail?: "LOCAL" | "SWIFT";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["BankRequirements"];
                    };
                };
            };
        };
    };
    getBankingOnboarding: {
        parameters: {
            query?: {
                /**
                 * @description Code of the country (ISO 3166-1 alpha-2).
                 * @example US
                 */
                country?: "US";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["BankingOnboarding"];
                    };
                };
            };
        };
    };
    startBankingOnboarding: {
        parameters: {
            query?: {
                /** @description Code of the country (ISO 3166-1 alpha-2). */
                country?: "US";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "country": "US"
                 *     }
                 */
                "application/json": components["schemas"]["StartBankingOnboardingRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["StartedOnboarding"];
                    };
                };
            };
        };
    };
    listReceivers: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /** @description Items on the page. */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId?: string;
                /** @description Only this type. */
                receiverType?: components["schemas"]["UserType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["ReceiverPage"];
                    };
                };
            };
        };
    };
    createReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "receiverType": "BUSINESS",
                 *       "email": "accounts@acme.example.com",
                 *       "taxId": "DE136695976",
                 *       "businessName": "ACME GmbH",
                 *       "countryOfConstitution": "DE",
                 *       "dateOfConstitution": "2001-02-28"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReceiverRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Receiver"];
                    };
                };
            };
        };
    };
    getReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a receiver.
                 * @example 019bc2be-3480-7e90-8b67-2d5f1c04a9e3
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Receiver"];
                    };
                };
            };
        };
    };
    deleteReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a receiver.
                 * @example 019bc2be-3480-7e90-8b67-2d5f1c04a9e3
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    listWallets: {
        parameters: {
            query?: {
                /** @description Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there. */
                skip?: number;
                /** @description Items on the page. */
                limit?: number;
                /** @description The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`. */
                cursor?: string;
                /** @description The only order there is. */
                sortBy?: "createdAt";
                /** @description Newest (desc) or oldest (asc) first, in any letter case. */
                sortOrder?: "asc" | "desc";
                /** @description Only this kind of chain. */
                vmType?: "EVM" | "SVM";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WalletPage"];
                    };
                };
            };
        };
    };
    createWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vmType": "EVM",
                 *       "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                 *       "alias": "Main"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWalletRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Wallet"];
                    };
                };
            };
        };
    };
    getWalletBalances: {
        parameters: {
            query?: {
                /**
                 * @description Only this chain.
                 * @example POL
                 */
                blockchain?: "POL" | "SOL" | "ETH" | "BSC";
                /** @description Only this token. */
                token?: "USDC" | "USDT";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["WalletBalances"];
                    };
                };
            };
        };
    };
    deleteWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user.
                 * @example 019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51
                 */
                userId: string;
                /**
                 * @description Id of a wallet.
                 * @example 019bc2be-82a0-7c31-8e59-b4d20f9a6c78
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. You can change `types`; leave `from` out. */
                cursor?: string;
                /** @description Begin with what came into the feed at this ISO 8601 instant, instead of the oldest change. Must not be sent together with `cursor`. Up to two minutes of earlier changes may come first, so compare `at` where that matters. Nothing later is missing. */
                from?: string;
                /**
                 * @description Items on the page.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description Only these types, separated by commas.
                 * @example [
                 *       "KYC"
                 *     ]
                 */
                types?: ("USER" | "KYC" | "SIGNATURE" | "BANK_ACCOUNT" | "QUOTE" | "TRANSACTION" | "NOTIFICATION")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True. */
                        success: boolean;
                        /** @description What the operation answers. */
                        data: components["schemas"]["ChangePage"];
                    };
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    on_CREATED_ON_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "CREATED_ON_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "PENDING_PAYMENT",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 1,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OnRampEvent"] & {
                    /** @constant */
                    event?: "CREATED_ON_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_FIAT_RECEIVED_ON_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "FIAT_RECEIVED_ON_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "FIAT_RECEIVED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OnRampEvent"] & {
                    /** @constant */
                    event?: "FIAT_RECEIVED_ON_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_COMPLETED_ON_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "COMPLETED_ON_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "COMPLETED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": {
                 *           "type": "CHAIN",
                 *           "reference": "0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         }
                 *       },
                 *       "fiatCurrency": "MXN",
                 *       "tokenSymbol": "USDC",
                 *       "fiatAmount": "10.01",
                 *       "cryptoAmount": "0.539928",
                 *       "rate": "18.539865",
                 *       "blockchain": "POL",
                 *       "receiptPath": "/transactions/019bc2bd-abc0-7f29-b01c-8a6e4d27f593/receipt",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 3,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CompletedOnRampEvent"] & {
                    /** @constant */
                    event?: "COMPLETED_ON_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_CANCELLED_ON_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "CANCELLED_ON_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "CANCELLED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "reason": "CANCELLED_BY_PARTNER",
                 *       "message": "Transaction cancelled by partner",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["StoppedOnRampEvent"] & {
                    /** @constant */
                    event?: "CANCELLED_ON_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_EXPIRED_ON_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "EXPIRED_ON_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "EXPIRED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OnRampEvent"] & {
                    /** @constant */
                    event?: "EXPIRED_ON_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_FAILED_ON_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "FAILED_ON_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "FAILED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": null
                 *       },
                 *       "reason": "PAYOUT_FAILED",
                 *       "message": "The payout could not be made",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 3,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["StoppedOnRampEvent"] & {
                    /** @constant */
                    event?: "FAILED_ON_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_HOLD_PLACED_ON_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "HOLD_PLACED_ON_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "IN_PROGRESS",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": null
                 *       },
                 *       "reason": "COUNTERPARTY_INFORMATION_REQUIRED",
                 *       "actor": "PARTNER",
                 *       "requestedFields": [
                 *         "relationship"
                 *       ],
                 *       "deadline": "2026-01-22T16:30:20.401Z",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 3,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["HeldOnRampEvent"] & {
                    /** @constant */
                    event?: "HOLD_PLACED_ON_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_HOLD_RELEASED_ON_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "HOLD_RELEASED_ON_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "IN_PROGRESS",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 4,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OnRampEvent"] & {
                    /** @constant */
                    event?: "HOLD_RELEASED_ON_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_CREATED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "CREATED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "PENDING_PAYMENT",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 1,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OffRampEvent"] & {
                    /** @constant */
                    event?: "CREATED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_CRYPTO_RECEIVED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "CRYPTO_RECEIVED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "CRYPTO_RECEIVED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "CHAIN",
                 *           "reference": "0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         },
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OffRampEvent"] & {
                    /** @constant */
                    event?: "CRYPTO_RECEIVED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_CRYPTO_NOT_RECEIVED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "CRYPTO_NOT_RECEIVED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "CRYPTO_NOT_RECEIVED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OffRampEvent"] & {
                    /** @constant */
                    event?: "CRYPTO_NOT_RECEIVED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_COMPLETED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "COMPLETED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "COMPLETED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "CHAIN",
                 *           "reference": "0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         },
                 *         "payout": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         }
                 *       },
                 *       "fiatCurrency": "MXN",
                 *       "tokenSymbol": "USDC",
                 *       "fiatAmount": "183.74",
                 *       "cryptoAmount": "10.010000",
                 *       "rate": "18.35621891",
                 *       "blockchain": "POL",
                 *       "receiptPath": "/transactions/019bc2bd-abc0-7f29-b01c-8a6e4d27f593/receipt",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 3,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CompletedOffRampEvent"] & {
                    /** @constant */
                    event?: "COMPLETED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_CANCELLED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "CANCELLED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "CANCELLED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "reason": "CANCELLED_BY_PARTNER",
                 *       "message": "Transaction cancelled by partner",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["StoppedOffRampEvent"] & {
                    /** @constant */
                    event?: "CANCELLED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_EXPIRED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "EXPIRED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "EXPIRED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OffRampEvent"] & {
                    /** @constant */
                    event?: "EXPIRED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_FAILED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "FAILED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "FAILED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "CHAIN",
                 *           "reference": "0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         },
                 *         "payout": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         }
                 *       },
                 *       "reason": "PAYOUT_RETURNED_BY_BANK",
                 *       "message": "The bank returned the payout before it was completed",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 3,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["StoppedOffRampEvent"] & {
                    /** @constant */
                    event?: "FAILED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_HOLD_PLACED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "HOLD_PLACED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "READY_BANK_TRANSFER",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "CHAIN",
                 *           "reference": "0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         },
                 *         "payout": null
                 *       },
                 *       "reason": "COUNTERPARTY_INFORMATION_REQUIRED",
                 *       "actor": "PARTNER",
                 *       "requestedFields": [
                 *         "relationship"
                 *       ],
                 *       "deadline": "2026-01-22T16:30:20.401Z",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 3,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["HeldOffRampEvent"] & {
                    /** @constant */
                    event?: "HOLD_PLACED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_HOLD_RELEASED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "HOLD_RELEASED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "READY_BANK_TRANSFER",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "CHAIN",
                 *           "reference": "0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         },
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 4,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["OffRampEvent"] & {
                    /** @constant */
                    event?: "HOLD_RELEASED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_PAYOUT_RETURNED_OFF_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "PAYOUT_RETURNED_OFF_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "COMPLETED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "CHAIN",
                 *           "reference": "0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         },
                 *         "payout": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         }
                 *       },
                 *       "amount": "183.74",
                 *       "currency": "MXN",
                 *       "reason": "RETURNED_BY_BANK",
                 *       "receiptPath": "/transactions/019bc2bd-abc0-7f29-b01c-8a6e4d27f593/receipt/return",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 4,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["PayoutReturnedOffRampEvent"] & {
                    /** @constant */
                    event?: "PAYOUT_RETURNED_OFF_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_CREATED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "CREATED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "PENDING",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 1,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CrossRampEvent"] & {
                    /** @constant */
                    event?: "CREATED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_FIAT_RECEIVED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "FIAT_RECEIVED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "FIAT_RECEIVED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CrossRampEvent"] & {
                    /** @constant */
                    event?: "FIAT_RECEIVED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_IN_PROGRESS_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "IN_PROGRESS_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "IN_PROGRESS",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 3,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CrossRampEvent"] & {
                    /** @constant */
                    event?: "IN_PROGRESS_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_BANK_TRANSFER_PENDING_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "BANK_TRANSFER_PENDING_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "BANK_TRANSFER_PENDING",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": {
                 *           "type": "ACH",
                 *           "reference": "402719563381046",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         }
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 4,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CrossRampEvent"] & {
                    /** @constant */
                    event?: "BANK_TRANSFER_PENDING_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_COMPLETED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "COMPLETED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "COMPLETED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": {
                 *           "type": "ACH",
                 *           "reference": "402719563381046",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         }
                 *       },
                 *       "sourceCurrency": "MXN",
                 *       "targetCurrency": "USD",
                 *       "sourceAmount": "2000.01",
                 *       "targetAmount": "106.42",
                 *       "rate": "0.05388777734",
                 *       "blockchain": null,
                 *       "receiptPath": "/transactions/019bc2bd-abc0-7f29-b01c-8a6e4d27f593/receipt",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 5,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CompletedCrossRampEvent"] & {
                    /** @constant */
                    event?: "COMPLETED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_CANCELLED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "CANCELLED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "CANCELLED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "reason": "CANCELLED_BY_PARTNER",
                 *       "message": "Transaction cancelled by partner",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["StoppedCrossRampEvent"] & {
                    /** @constant */
                    event?: "CANCELLED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_EXPIRED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "EXPIRED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "EXPIRED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": null,
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CrossRampEvent"] & {
                    /** @constant */
                    event?: "EXPIRED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_FAILED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "FAILED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "FAILED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": {
                 *           "type": "ACH",
                 *           "reference": "402719563381046",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         }
                 *       },
                 *       "reason": "PAYOUT_RETURNED_BY_BANK",
                 *       "message": "The bank returned the payout before it was completed",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 5,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["StoppedCrossRampEvent"] & {
                    /** @constant */
                    event?: "FAILED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_HOLD_PLACED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "HOLD_PLACED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "READY_BANK_TRANSFER",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": null
                 *       },
                 *       "reason": "COUNTERPARTY_INFORMATION_REQUIRED",
                 *       "actor": "PARTNER",
                 *       "requestedFields": [
                 *         "relationship"
                 *       ],
                 *       "deadline": "2026-01-22T16:30:20.401Z",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 4,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["HeldCrossRampEvent"] & {
                    /** @constant */
                    event?: "HOLD_PLACED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_HOLD_RELEASED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "HOLD_RELEASED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "READY_BANK_TRANSFER",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": null
                 *       },
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 5,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["CrossRampEvent"] & {
                    /** @constant */
                    event?: "HOLD_RELEASED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_PAYOUT_RETURNED_CROSS_RAMP: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TRANSACTION",
                 *       "event": "PAYOUT_RETURNED_CROSS_RAMP",
                 *       "transactionId": "019bc2bd-abc0-7f29-b01c-8a6e4d27f593",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "status": "COMPLETED",
                 *       "externalId": null,
                 *       "metadata": {},
                 *       "rails": {
                 *         "deposit": {
                 *           "type": "SPEI",
                 *           "reference": "PR7C1D0A94E2B8F35160D7A2C4",
                 *           "at": "2026-01-15T16:30:20.401Z",
                 *           "proof": {
                 *             "status": "VALID",
                 *             "url": null
                 *           }
                 *         },
                 *         "payout": {
                 *           "type": "ACH",
                 *           "reference": "402719563381046",
                 *           "at": "2026-01-15T16:30:20.401Z"
                 *         }
                 *       },
                 *       "amount": "106.42",
                 *       "currency": "USD",
                 *       "reason": "RETURNED_BY_BANK",
                 *       "receiptPath": "/transactions/019bc2bd-abc0-7f29-b01c-8a6e4d27f593/receipt/return",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 6,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["PayoutReturnedCrossRampEvent"] & {
                    /** @constant */
                    event?: "PAYOUT_RETURNED_CROSS_RAMP";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_CREATED_KYC: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "KYC",
                 *       "event": "CREATED_KYC",
                 *       "kycId": "019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 1,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["KycEvent"] & {
                    /** @constant */
                    event?: "CREATED_KYC";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_VERIFIED_USER: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "KYC",
                 *       "event": "VERIFIED_USER",
                 *       "kycId": "019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["KycEvent"] & {
                    /** @constant */
                    event?: "VERIFIED_USER";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_REJECTED_KYC: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "KYC",
                 *       "event": "REJECTED_KYC",
                 *       "kycId": "019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "rejectionReasons": [
                 *         "DOCUMENT_NOT_ACCEPTED"
                 *       ],
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["RejectedKycEvent"] & {
                    /** @constant */
                    event?: "REJECTED_KYC";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_REVIEW_NEEDED_KYC: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "KYC",
                 *       "event": "REVIEW_NEEDED_KYC",
                 *       "kycId": "019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["KycEvent"] & {
                    /** @constant */
                    event?: "REVIEW_NEEDED_KYC";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_VERIFICATION_LINK_OPENED: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "KYC",
                 *       "event": "VERIFICATION_LINK_OPENED",
                 *       "kycId": "019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "",
                 *       "lastName": "",
                 *       "kind": "KYC",
                 *       "country": "MX",
                 *       "expiresAt": "2026-01-16T16:29:20.336Z",
                 *       "openedAt": "2026-01-15T16:30:20.401Z",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 1,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["LinkEvent"] & {
                    /** @constant */
                    event?: "VERIFICATION_LINK_OPENED";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_VERIFICATION_LINK_EXPIRED: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "KYC",
                 *       "event": "VERIFICATION_LINK_EXPIRED",
                 *       "kycId": "019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "",
                 *       "lastName": "",
                 *       "kind": "KYC",
                 *       "country": "MX",
                 *       "expiresAt": "2026-01-16T16:29:20.336Z",
                 *       "openedAt": null,
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 1,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["LinkEvent"] & {
                    /** @constant */
                    event?: "VERIFICATION_LINK_EXPIRED";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_VERIFICATION_ABANDONED: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "KYC",
                 *       "event": "VERIFICATION_ABANDONED",
                 *       "kycId": "019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "",
                 *       "lastName": "",
                 *       "kind": "KYC",
                 *       "country": "MX",
                 *       "expiresAt": "2026-01-16T16:29:20.336Z",
                 *       "openedAt": "2026-01-15T16:30:20.401Z",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 2,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["LinkEvent"] & {
                    /** @constant */
                    event?: "VERIFICATION_ABANDONED";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_VERIFICATION_RESUBMISSION_REQUESTED: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "KYC",
                 *       "event": "VERIFICATION_RESUBMISSION_REQUESTED",
                 *       "kycId": "019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Ana",
                 *       "lastName": "García",
                 *       "kind": "KYC",
                 *       "country": "MX",
                 *       "expiresAt": "2026-01-16T16:29:20.336Z",
                 *       "openedAt": null,
                 *       "reasons": [
                 *         "DOCUMENT_NOT_ACCEPTED"
                 *       ],
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 3,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["ResubmissionEvent"] & {
                    /** @constant */
                    event?: "VERIFICATION_RESUBMISSION_REQUESTED";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_DOCUMENT_SIGNED: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "SIGNATURE",
                 *       "event": "DOCUMENT_SIGNED",
                 *       "externalUserId": "customer-1042",
                 *       "firstName": "Lucía",
                 *       "lastName": "Hernández",
                 *       "associatedPersonId": "019bc2bf-9030-7f18-a4c6-3b82d05e79fa",
                 *       "signatureId": "019bc2bf-b740-7a29-b5d7-4c93e16f8a0b",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": "019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51",
                 *       "sequence": 1,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["SignatureEvent"] & {
                    /** @constant */
                    event?: "DOCUMENT_SIGNED";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_TEST_EVENT: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the notification, the same in every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Epoch seconds of this attempt. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox",
                 *       "type": "TEST",
                 *       "event": "TEST_EVENT",
                 *       "id": "019bc2bd-d2d0-7583-9e64-c1f7a05b3d82",
                 *       "userId": null,
                 *       "sequence": 1,
                 *       "occurredAt": "2026-01-15T16:30:20.401Z"
                 *     }
                 */
                "application/json": components["schemas"]["TestEvent"] & {
                    /** @constant */
                    event?: "TEST_EVENT";
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; tried again */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
