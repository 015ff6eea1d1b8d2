/* Made from the schemas of the API by "node test/openapi/client-types.ts"; do not edit. */

export interface Schemas {
    readonly AcceptAgreementRequest: {
        readonly sha256: string;
    };
    readonly AcceptInvitationRequest: {
        readonly token: Schemas["TokenField2"];
    };
    /** @description Instead: a token as it is; it ends after an hour. */
    readonly AccessTokenField: string;
    /** @description A token as it is; it mostly ends after hours. */
    readonly AccessTokenField2: string;
    readonly AccountPool: {
        readonly limit: number;
        readonly used: number;
        /** @description What is neither used nor set aside for work under way. */
        readonly remaining: number;
        /**
         * Format: date-time
         * @description The first of the next month, UTC.
         */
        readonly resets_at: string;
    };
    /** @enum {string} */
    readonly AclField: "private" | "public-read" | "authenticated-read" | "bucket-owner-read" | "bucket-owner-full-control";
    /** @description Addresses and CIDR ranges (IPv4 and IPv6) that the key may be used from; an empty list means everywhere. */
    readonly AllowlistField: readonly string[];
    readonly AnalysisProblem: {
        /** @constant */
        readonly success: false;
        /** @description Cause and remedy. */
        readonly error: string;
        /** @description The code, for programs. */
        readonly code: string;
        /** @description Names the request in the log. */
        readonly request_id: string;
        /** @description Whether the same request may succeed when it is sent again unchanged. */
        readonly retryable: boolean;
        /** @description One entry for each fault of the request. */
        readonly issues?: readonly {
            /** @description JSON pointer (RFC 6901) to the field at fault. */
            readonly pointer: string;
            readonly code: string;
            readonly detail: string;
        }[];
        /** @description With `ai_limit_exceeded` and `bank_pages_exceeded`: what is left. */
        readonly remaining?: number;
        /** @description What a month includes. */
        readonly limit?: number;
        /**
         * Format: date-time
         * @description When the next month begins.
         */
        readonly resetAt?: string;
    };
    /** @description Files that the document refers to by relative names, base64 by name; null takes one away, others stay. 25 MB together. In `multipart/form-data` they are parts. */
    readonly AssetsField: {
        readonly [key: string]: string | null;
    };
    readonly AuditRow: {
        readonly id: string;
        /** @description Place in the chain of the organisation: 1, 2, 3 … */
        readonly seq: number;
        /** Format: date-time */
        readonly at: string;
        /** @description Id of the key or person that did it, or `system`. */
        readonly actor: string;
        readonly action: string;
        /** @description Id of what it was done to. */
        readonly target: string | null;
        readonly detail: {
            readonly [key: string]: string | number | boolean | null;
        };
        /** @description SHA-256 over the row and the hash before, in hex. */
        readonly hash: string;
    };
    /** @description Sent as Basic authentication (RFC 7617). The password is not shown again. Default: `null`. */
    readonly AuthField: {
        readonly username: string;
        readonly password: string;
    } | null;
    readonly AwaitedElement: {
        /** @description CSS selector. */
        readonly selector: string;
        /**
         * @description What to wait for. Default: `"visible"`.
         * @enum {string}
         */
        readonly state?: "attached" | "visible" | "hidden";
        /** @description Seconds. Default: 30. */
        readonly timeout?: number;
    };
    readonly BankStatementRequest: {
        readonly documentText?: Schemas["TextField"];
        /** @description The bank, if it is known. Default: looked for. */
        readonly bankName?: string;
        /** @description The kind of account, if it is known. */
        readonly accountType?: string;
        /**
         * @description Adds `exported`, the statement in this format.
         * @enum {string}
         */
        readonly export?: "csv" | "ofx" | "camt053" | "mt940";
        readonly file?: Schemas["FileField2"];
        readonly source?: Schemas["SourceField"];
        readonly template_id?: Schemas["TemplateIdField2"];
        readonly data?: Schemas["DataField2"];
        readonly includeEvidence?: Schemas["IncludeEvidenceField"];
    };
    readonly Batch: {
        readonly id: string;
        readonly status: Schemas["StatusField3"];
        readonly format: string;
        /** @enum {string} */
        readonly result: "separate" | "zip" | "merged";
        readonly tag: string | null;
        readonly sandbox: boolean;
        readonly total: number;
        readonly succeeded: number;
        readonly failed: number;
        readonly canceled: number;
        /** @description Part of the items that have ended. */
        readonly progress: number;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly started_at: string | null;
        /** Format: date-time */
        readonly finished_at: string | null;
        readonly expires_at: Schemas["ExpiresAtField"];
        /** Format: date-time */
        readonly purged_at: string | null;
        readonly status_url: string;
        /** @description Why there is no file although items succeeded. */
        readonly error_code: string | null;
    };
    readonly BatchAnswer: {
        /** @constant */
        readonly success: true;
        readonly batch: Schemas["BatchDetails"];
    };
    readonly BatchDetails: {
        readonly id: string;
        readonly status: Schemas["StatusField3"];
        readonly format: string;
        /** @enum {string} */
        readonly result: "separate" | "zip" | "merged";
        readonly tag: string | null;
        readonly sandbox: boolean;
        readonly total: number;
        readonly succeeded: number;
        readonly failed: number;
        readonly canceled: number;
        /** @description Part of the items that have ended. */
        readonly progress: number;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly started_at: string | null;
        /** Format: date-time */
        readonly finished_at: string | null;
        readonly expires_at: Schemas["ExpiresAtField"];
        /** Format: date-time */
        readonly purged_at: string | null;
        readonly status_url: string;
        /** @description Why there is no file although items succeeded. */
        readonly error_code: string | null;
        /** @description Taken so far: the sum of its items. The file costs nothing more. */
        readonly credits: number;
        /** @description The ZIP or the merged PDF, while it is kept. */
        readonly file: Schemas["BatchFile"] | null;
        /** @description Where the file is sent. */
        readonly deliveries: readonly Schemas["JobDelivery"][];
        /** @description Failed items by position, 100 at most. */
        readonly failures: readonly Schemas["BatchFailure"][];
    };
    readonly BatchFailure: {
        /** @description Its place in the batch, from 0. */
        readonly position: number;
        /** @description Id of its job. */
        readonly job: string;
        /** @description As `error_code` of the errors of a synchronous call. */
        readonly code: string;
        readonly detail: string;
        readonly errors: Schemas["ErrorsField"];
    };
    readonly BatchFile: {
        /** @description Opens the file without a key until it expires. Null for roles that may not fetch it. */
        readonly url: string | null;
        readonly content_type: string;
        readonly filesize: number;
        /** @description Of the bytes, as hex. */
        readonly sha256: string;
        readonly pdf_pages: number | null;
        /** Format: date-time */
        readonly expires_at: string;
    };
    readonly BatchItem: {
        /** @description Its variables; they stand over the shared `data`, name by name. */
        readonly data?: {
            readonly [key: string]: unknown;
        };
        /** @description Name of its result, as it is written. */
        readonly download_name?: string;
        /** @description Options of its own, in place of the shared ones of the same name. */
        readonly options?: {
            readonly [key: string]: unknown;
        };
    };
    readonly BatchRequest: {
        readonly template_id?: Schemas["TemplateIdField"];
        /** @description Shared by all items: as `source` of a conversion. */
        readonly source?: unknown;
        /** @description Variables that all items share. */
        readonly data?: {
            readonly [key: string]: unknown;
        };
        /**
         * @description Of all results. Default: `"pdf"`.
         * @enum {string}
         */
        readonly format?: "pdf" | "png" | "jpeg" | "webp" | "text" | "markdown";
        /** @description Options of the conversion that all items share, such as `margin`, `header` or `viewport`. */
        readonly options?: {
            readonly [key: string]: unknown;
        };
        /** @description The items, 10,000 at most. */
        readonly items?: readonly Schemas["BatchItem"][];
        /** @description The items as CSV: the first row names the fields, `a.b` is `b` in `a`; comma, semicolon and tab are recognized. Instead: a file `items.csv`. */
        readonly items_csv?: string;
        /** @description The items as lines of JSON, each as an entry of `items`. Instead: a file `items.ndjson` or `items.jsonl`. */
        readonly items_ndjson?: string;
        /** @description Name of each result: a Liquid template over its data, such as `{{ number }}.pdf`. */
        readonly download_name?: string;
        /**
         * @description A result for each item; or beside them one ZIP, or one PDF with an outline entry for each item. Default: `"separate"`.
         * @enum {string}
         */
        readonly result?: "separate" | "zip" | "merged";
        /**
         * @description Of `merged`: whether the page labels begin anew with each item (the default), or count through. `whole` is refused where header or footer print page numbers, which begin anew with each item.
         * @enum {string}
         */
        readonly page_numbering?: "item" | "whole";
        /** @description Where the file of `zip` and `merged` is sent. Of each item: `options.destination`. */
        readonly destination?: Schemas["Destination"] | readonly Schemas["Destination"][];
        readonly sandbox?: Schemas["SandboxField"];
        readonly tag?: Schemas["TagField"];
        readonly expires_in?: Schemas["ExpiresInField"];
    };
    readonly BeginSubscriptionRequest: {
        /** @description Name of a plan, see `GET /v1/plans`. */
        readonly plan: string;
        /**
         * @description How it is paid: by the month, or ten months for a year at once. Default: `"month"`.
         * @enum {string}
         */
        readonly billing?: "month" | "year";
        /** @description Seven days for nothing first. `false` charges at once. Default: `true`. */
        readonly trial?: boolean;
        readonly card?: Schemas["CardField"];
        readonly return_url?: Schemas["ReturnUrlField"];
    };
    readonly Bill: {
        readonly id: string;
        /** @description Without gaps for each issuer and year. */
        readonly number: string;
        /** @enum {string} */
        readonly kind: "invoice" | "credit_note";
        /**
         * @description `open`: being charged or owed; `uncollectible`: given up; `issued`: a credit note.
         * @enum {string}
         */
        readonly status: "open" | "paid" | "uncollectible" | "issued";
        /** @description Id of the invoice that a credit note is about. */
        readonly corrects: string | null;
        /** @constant */
        readonly currency: "usd";
        readonly issuer: string;
        /** @description Address and tax number. */
        readonly issuer_lines: readonly string[];
        readonly customer: string;
        readonly customer_lines: readonly string[];
        readonly customer_country: string | null;
        readonly customer_tax_id: string | null;
        /** Format: date-time */
        readonly issued_at: string;
        /** Format: date-time */
        readonly paid_at: string | null;
        readonly lines: readonly {
            /** @enum {string} */
            readonly kind: "plan" | "plan_credit" | "overage" | "tax" | "refund";
            readonly text: string;
            readonly quantity: number;
            /** @description Millionths of a US dollar. */
            readonly unit_price_micro_usd: number;
            /** @description Rounded once, half up; negative for what is given back. */
            readonly amount_cents: number;
        }[];
        readonly tax: Schemas["Tax"] | null;
        readonly tax_cents: number;
        /** @description The sum of the lines. */
        readonly total_cents: number;
        /** @description What came in, less what went back. */
        readonly paid_cents: number;
    };
    readonly BillingDetails: {
        readonly name: string;
        readonly line1: string;
        readonly line2?: string;
        readonly city: string;
        /** @description With `US` and `CA` two letters. */
        readonly region?: string;
        readonly postal_code?: string;
        /** @description ISO 3166-1. */
        readonly country: string;
        /** @description In the EU the VAT number of the country. */
        readonly tax_id?: string;
    };
    /**
     * @description How it is paid: by the month, or ten months for a year at once.
     * @enum {string}
     */
    readonly BillingField: "month" | "year";
    /**
     * @description Sign in front of list items. Default: `"-"`.
     * @enum {string}
     */
    readonly BulletField: "-" | "*" | "+";
    readonly BusinessAgreement: {
        /** @description Whether the plan has it. */
        readonly offered: boolean;
        readonly version: string;
        readonly text: string;
        /** @description Of the text as UTF-8. */
        readonly sha256: string;
        /** @description Of the text that was accepted last. */
        readonly accepted_sha256: string | null;
        /** Format: date-time */
        readonly accepted_at: string | null;
        readonly accepted_by: string | null;
    };
    /** @description With `BILLING=test` only, and a test card only: 4242424242424242 works. */
    readonly CardField: string;
    readonly ChangeMemberRequest: {
        readonly role: Schemas["RoleField"];
    };
    readonly ChangeOrganisationRequest: {
        readonly name?: string;
        /** @description The HIPAA profile: nothing of documents is stored, and who comes in needs a second factor or an allowlist. */
        readonly hipaa?: boolean;
        /** @description Days, fewer than the service keeps things; null: as many. */
        readonly retention?: {
            readonly [key: string]: number | null;
        };
        /** @description Sets a legal hold, and says why; null lifts it. */
        readonly legal_hold?: string | null;
    };
    readonly ChangeSubscriptionRequest: {
        /** @description Name of a plan, see `GET /v1/plans`. */
        readonly plan?: string;
        readonly billing?: Schemas["BillingField"];
    };
    readonly ChangeTemplateRequest: {
        readonly content?: Schemas["ContentField"];
        readonly name?: Schemas["NameField"];
        readonly folder?: Schemas["FolderField2"];
        readonly css?: Schemas["CssField"];
        readonly header?: Schemas["HeaderField"];
        readonly footer?: Schemas["FooterField"];
        readonly sample_data?: Schemas["SampleDataField"];
        readonly samples?: Schemas["SamplesField"];
        readonly schema?: Schemas["SchemaField"];
        readonly options?: Schemas["OptionsField"];
        readonly escape?: Schemas["EscapeField"];
        readonly strict_variables?: Schemas["StrictVariablesField"];
        readonly assets?: Schemas["AssetsField"];
        readonly revision?: Schemas["RevisionField"];
    };
    readonly ChatRequest: {
        readonly documentText?: Schemas["TextField"];
        /** @description What is asked of the document. */
        readonly question: string;
        /** @description What was asked and answered before, the oldest first; at most 50 turns. Default: `[]`. */
        readonly conversationHistory?: readonly {
            /** @enum {string} */
            readonly role: "user" | "assistant";
            readonly content: string;
        }[];
        readonly file?: Schemas["FileField2"];
        readonly source?: Schemas["SourceField"];
        readonly template_id?: Schemas["TemplateIdField2"];
        readonly data?: Schemas["DataField2"];
        readonly includeEvidence?: Schemas["IncludeEvidenceField"];
    };
    readonly Chunk: {
        /** @description Its number, from 0. */
        readonly index: number;
        /** @description The headings it stands under, outermost first, with the one it begins with. */
        readonly heading_path: readonly string[];
        /** @description Text, or Markdown that is valid by itself. */
        readonly content: string;
        /** @description Upper bound of its tokens, as `max_tokens` counts them. */
        readonly tokens: number;
        /** @description Where it begins in `content` of the whole, in Unicode characters (as Python counts; in JavaScript `[...content].slice(start, end)`). */
        readonly start: number;
        /** @description Where it ends there. A part of a table or a code block repeats more than stands there. */
        readonly end: number;
        /**
         * @description It holds one thing that is not cut, such as a row of a table, and that is longer than `max_tokens`.
         * @constant
         */
        readonly oversized?: true;
    };
    /** @description The content in parts, with `chunking`. */
    readonly ChunksField: readonly Schemas["Chunk"][];
    readonly Clip: {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
    };
    readonly Connection: {
        readonly id: string;
        readonly name: string;
        readonly kind: string;
        /** @description Without what is secret. */
        readonly settings: {
            readonly [key: string]: unknown;
        };
        /** @description Names of the settings that are kept, and not shown. */
        readonly secrets: readonly string[];
        /** @description Counts its changes. */
        readonly version: number;
        /** @description Tries that went well. */
        readonly delivered: number;
        /** @description Tries that did not. */
        readonly failed: number;
        /** Format: date-time */
        readonly last_used_at: string | null;
        /** @description What was wrong at the last try. */
        readonly last_error: Schemas["DeliveryFaultCode"] | null;
        /** @description Whether the account lets the service in; null: by credentials. */
        readonly authorization: ("granted" | "revoked" | "disconnected") | null;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
    };
    readonly ConnectionAnswer: {
        /** @constant */
        readonly success: true;
        readonly connection: Schemas["Connection"];
    };
    readonly ConnectionDestination: {
        /** @constant */
        readonly kind?: "connection";
        /** @description Id of a connection (`POST /v1/connections`). */
        readonly connection: string;
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly ConnectionTestAnswer: {
        /** @constant */
        readonly success: true;
        readonly connection: Schemas["Connection"];
        readonly test: Schemas["TestField"];
    };
    /** Azure Blob Storage */
    readonly Connection_azure_blob: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "azure_blob";
        readonly settings: {
            readonly account: string;
            readonly container: string;
            /** @description One of the two keys of the account. */
            readonly account_key?: string;
            readonly sas_token?: string;
            readonly tenant_id?: string;
            /** @description Of an application, with `tenant_id` and `client_secret`. */
            readonly client_id?: string;
            readonly client_secret?: string;
            /**
             * Format: uri
             * @description Default: https://ACCOUNT.blob.core.windows.net.
             */
            readonly endpoint?: string;
            /** @enum {string} */
            readonly tier?: "Hot" | "Cool" | "Cold" | "Archive";
        };
        readonly test?: Schemas["TestField2"];
    };
    /** Box */
    readonly Connection_box: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "box";
        readonly settings: {
            readonly access_token?: Schemas["AccessTokenField2"];
            readonly refresh_token?: Schemas["RefreshTokenField"];
            readonly client_id?: string;
            readonly client_secret?: string;
            readonly folder_id?: Schemas["FolderIdField2"];
        };
        readonly test?: Schemas["TestField2"];
    };
    /** Dropbox */
    readonly Connection_dropbox: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "dropbox";
        readonly settings: {
            readonly access_token?: Schemas["AccessTokenField2"];
            readonly refresh_token?: Schemas["RefreshTokenField"];
            readonly client_id?: string;
            readonly client_secret?: string;
        };
        readonly test?: Schemas["TestField2"];
    };
    /** Email */
    readonly Connection_email: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "email";
        readonly settings: {
            readonly host: Schemas["HostField"];
            /** @description Default: 465; 587 with `starttls`. */
            readonly port?: number;
            readonly starttls?: Schemas["StarttlsField"];
            readonly username?: string;
            readonly password?: string;
            readonly from: Schemas["FromField"];
            readonly to: Schemas["ToField"];
            /** @description Default: the name of the file. */
            readonly subject?: string;
            readonly text?: string;
        };
        readonly test?: Schemas["TestField2"];
    };
    /** FTP and FTPS */
    readonly Connection_ftp: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "ftp";
        readonly settings: {
            readonly host: Schemas["HostField"];
            /** @description Default: 21; with `implicit` 990. */
            readonly port?: number;
            readonly secure?: Schemas["SecureField"];
            readonly username: string;
            readonly password: string;
            readonly folder?: Schemas["FolderField"];
        };
        readonly test?: Schemas["TestField2"];
    };
    /** Google Cloud Storage */
    readonly Connection_gcs: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "gcs";
        readonly settings: {
            readonly bucket: string;
            /** @description The key of a service account: its JSON file. */
            readonly service_account?: string;
            readonly access_token?: Schemas["AccessTokenField"];
            /** @enum {string} */
            readonly storage_class?: "STANDARD" | "NEARLINE" | "COLDLINE" | "ARCHIVE";
        };
        readonly test?: Schemas["TestField2"];
    };
    /** Google Drive */
    readonly Connection_google_drive: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "google_drive";
        readonly settings: {
            readonly access_token?: Schemas["AccessTokenField2"];
            readonly refresh_token?: Schemas["RefreshTokenField"];
            readonly client_id?: string;
            readonly client_secret?: string;
            readonly folder_id?: Schemas["FolderIdField"];
        };
        readonly test?: Schemas["TestField2"];
    };
    /** HTTP PUT */
    readonly Connection_http_put: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "http_put";
        readonly settings: {
            readonly url: Schemas["UrlField3"];
            readonly headers?: Schemas["HeadersField2"];
            /**
             * @description Default: PUT.
             * @enum {string}
             */
            readonly method?: "PUT" | "POST";
        };
        readonly test?: Schemas["TestField2"];
    };
    /** OneDrive and SharePoint */
    readonly Connection_onedrive: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "onedrive";
        readonly settings: {
            readonly access_token?: Schemas["AccessTokenField2"];
            readonly refresh_token?: Schemas["RefreshTokenField"];
            readonly client_id?: string;
            readonly client_secret?: string;
            readonly drive?: Schemas["DriveField"];
        };
        readonly test?: Schemas["TestField2"];
    };
    /** Amazon S3, and services like it */
    readonly Connection_s3: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "s3";
        readonly settings: {
            readonly bucket: string;
            /** @description Default: us-east-1; `auto` for R2. */
            readonly region?: string;
            readonly endpoint?: Schemas["EndpointField"];
            /** @description Whether the bucket stands in the path. Default: with an `endpoint`, yes. */
            readonly path_style?: boolean;
            readonly access_key_id: string;
            readonly secret_access_key: string;
            readonly session_token?: string;
            readonly acl?: Schemas["AclField"];
            readonly storage_class?: string;
            /**
             * @description Encryption by the service.
             * @enum {string}
             */
            readonly encryption?: "AES256" | "aws:kms";
            readonly kms_key_id?: string;
            readonly tags?: Schemas["TagsField"];
        };
        readonly test?: Schemas["TestField2"];
    };
    /** SFTP */
    readonly Connection_sftp: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "sftp";
        readonly settings: {
            readonly host: Schemas["HostField"];
            /** @description Default: 22. */
            readonly port?: number;
            readonly username: string;
            readonly password?: string;
            /** @description OpenSSH or PEM, in place of a password. */
            readonly private_key?: string;
            /** @description Of the private key. */
            readonly passphrase?: string;
            readonly host_key: Schemas["HostKeyField"];
            readonly folder?: Schemas["FolderField"];
        };
        readonly test?: Schemas["TestField2"];
    };
    /** WebDAV: Nextcloud, ownCloud */
    readonly Connection_webdav: {
        readonly name: Schemas["NameField2"];
        /** @constant */
        readonly kind: "webdav";
        readonly settings: {
            readonly url: Schemas["UrlField2"];
            readonly username?: string;
            readonly password?: string;
            readonly token?: Schemas["TokenField"];
        };
        readonly test?: Schemas["TestField2"];
    };
    /** @description Liquid template of the document: HTML with `{{ placeholders }}`. */
    readonly ContentField: string;
    readonly Cookie: {
        readonly name: string;
        readonly value: string;
        /** @description Send it over https only. */
        readonly secure?: boolean;
        /** @description Hide it from the script of the page. */
        readonly http_only?: boolean;
    };
    readonly CreateConnectionRequest: Schemas["Connection_s3"] | Schemas["Connection_gcs"] | Schemas["Connection_azure_blob"] | Schemas["Connection_dropbox"] | Schemas["Connection_google_drive"] | Schemas["Connection_onedrive"] | Schemas["Connection_box"] | Schemas["Connection_webdav"] | Schemas["Connection_sftp"] | Schemas["Connection_ftp"] | Schemas["Connection_email"] | Schemas["Connection_http_put"];
    readonly CreateInvitationRequest: {
        readonly email: Schemas["EmailField"];
        readonly role: Schemas["RoleField"];
    };
    readonly CreateKeyRequest: {
        readonly name: Schemas["NameField3"];
        /**
         * @description A test key works in the sandbox only: free, 10 conversions a minute, PDFs and pictures marked with "SANDBOX". It can make test keys only. Default: `"live"`.
         * @enum {string}
         */
        readonly mode?: "live" | "test";
        readonly scopes: Schemas["ScopesField"];
        /** @description Addresses and CIDR ranges (IPv4 and IPv6) that the key may be used from; an empty list means everywhere. Default: `[]`. */
        readonly allowlist?: readonly string[];
        /**
         * Format: date-time
         * @description When the key stops to work; null: never. Default: `null`.
         */
        readonly expires_at?: string | null;
        /** @description Credits in one period of the organisation (see `GET /v1/account`); null: as many as the organisation has. Work that would go beyond it is refused with 402 `credits_exhausted`. Default: `null`. */
        readonly monthly_credit_cap?: number | null;
        /** @description Requests a minute, within the limit of the service; null: that limit. Default: `null`. */
        readonly rate_limit?: number | null;
    };
    readonly CreateOrganisationRequest: {
        /** @description How it is called. */
        readonly name: string;
    };
    readonly CreateSnippetRequest: {
        /** @description Its name in `{% render 'name' %}`: lower-case letters, digits, `-` and `_`. */
        readonly name: string;
        /** @description Liquid. */
        readonly content: string;
    };
    readonly CreateTemplateRequest: {
        /** @description Its name in addresses: lower-case letters, digits, `-` and `_`. It never changes. */
        readonly slug: string;
        readonly name: Schemas["NameField"];
        readonly folder?: Schemas["FolderField2"];
        readonly content: Schemas["ContentField"];
        readonly css?: Schemas["CssField"];
        readonly header?: Schemas["HeaderField"];
        readonly footer?: Schemas["FooterField"];
        readonly sample_data?: Schemas["SampleDataField"];
        readonly samples?: Schemas["SamplesField"];
        readonly schema?: Schemas["SchemaField"];
        readonly options?: Schemas["OptionsField"];
        readonly escape?: Schemas["EscapeField"];
        readonly strict_variables?: Schemas["StrictVariablesField"];
        readonly assets?: Schemas["AssetsField"];
        readonly draft?: Schemas["DraftField"];
    };
    readonly CreateWebhookRequest: {
        readonly url: Schemas["UrlField"];
        readonly method?: Schemas["MethodField"];
        readonly headers?: Schemas["HeadersField"];
        readonly auth?: Schemas["AuthField"];
        readonly events: Schemas["EventsField"];
        /** @description What it is for. Default: `""`. */
        readonly description?: string;
    };
    readonly Credentials: {
        readonly username: string;
        readonly password: string;
    };
    /** @description Minute, hour, day, month and weekday, such as `0 9 * * MON-FRI`; or `@daily` and the like. */
    readonly CronField: string;
    /** @description Style sheet, put at the end of the head of the document; it is no template. */
    readonly CssField: string | null;
    /** @description Variables for the Liquid placeholders of `source.html`, and of the header and footer. */
    readonly DataField: {
        readonly [key: string]: unknown;
    };
    /** @description Variables of the template, stored or in `source.html`. */
    readonly DataField2: {
        readonly [key: string]: unknown;
    };
    readonly DeliveryAnswer: {
        /** @constant */
        readonly success: true;
        readonly delivery: Schemas["WebhookDelivery"];
    };
    /** @enum {string} */
    readonly DeliveryFaultCode: "address_refused" | "dns_failed" | "connection_failed" | "connection_missing" | "timeout" | "tls_error" | "host_key_mismatch" | "credentials_refused" | "authorization_ended" | "permission_denied" | "not_found" | "wrong_region" | "redirect" | "quota_full" | "clock_skew" | "rate_limited" | "server_error" | "rejected" | "file_exists" | "too_large" | "hash_mismatch" | "result_expired" | "restored" | "internal_error";
    readonly Destination: Schemas["ConnectionDestination"] | Schemas["Destination_s3"] | Schemas["Destination_gcs"] | Schemas["Destination_azure_blob"] | Schemas["Destination_dropbox"] | Schemas["Destination_google_drive"] | Schemas["Destination_onedrive"] | Schemas["Destination_box"] | Schemas["Destination_webdav"] | Schemas["Destination_sftp"] | Schemas["Destination_ftp"] | Schemas["Destination_email"] | Schemas["Destination_http_put"];
    readonly Destination_azure_blob: {
        /** @constant */
        readonly kind: "azure_blob";
        readonly account: string;
        readonly container: string;
        /** @description One of the two keys of the account. */
        readonly account_key?: string;
        readonly sas_token?: string;
        readonly tenant_id?: string;
        /** @description Of an application, with `tenant_id` and `client_secret`. */
        readonly client_id?: string;
        readonly client_secret?: string;
        /**
         * Format: uri
         * @description Default: https://ACCOUNT.blob.core.windows.net.
         */
        readonly endpoint?: string;
        /** @enum {string} */
        readonly tier?: "Hot" | "Cool" | "Cold" | "Archive";
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_box: {
        /** @constant */
        readonly kind: "box";
        readonly access_token?: Schemas["AccessTokenField2"];
        readonly refresh_token?: Schemas["RefreshTokenField"];
        readonly client_id?: string;
        readonly client_secret?: string;
        readonly folder_id?: Schemas["FolderIdField2"];
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_dropbox: {
        /** @constant */
        readonly kind: "dropbox";
        readonly access_token?: Schemas["AccessTokenField2"];
        readonly refresh_token?: Schemas["RefreshTokenField"];
        readonly client_id?: string;
        readonly client_secret?: string;
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_email: {
        /** @constant */
        readonly kind: "email";
        readonly host: Schemas["HostField"];
        /** @description Default: 465; 587 with `starttls`. */
        readonly port?: number;
        readonly starttls?: Schemas["StarttlsField"];
        readonly username?: string;
        readonly password?: string;
        readonly from: Schemas["FromField"];
        readonly to: Schemas["ToField"];
        /** @description Default: the name of the file. */
        readonly subject?: string;
        readonly text?: string;
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_ftp: {
        /** @constant */
        readonly kind: "ftp";
        readonly host: Schemas["HostField"];
        /** @description Default: 21; with `implicit` 990. */
        readonly port?: number;
        readonly secure?: Schemas["SecureField"];
        readonly username: string;
        readonly password: string;
        readonly folder?: Schemas["FolderField"];
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_gcs: {
        /** @constant */
        readonly kind: "gcs";
        readonly bucket: string;
        /** @description The key of a service account: its JSON file. */
        readonly service_account?: string;
        readonly access_token?: Schemas["AccessTokenField"];
        /** @enum {string} */
        readonly storage_class?: "STANDARD" | "NEARLINE" | "COLDLINE" | "ARCHIVE";
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_google_drive: {
        /** @constant */
        readonly kind: "google_drive";
        readonly access_token?: Schemas["AccessTokenField2"];
        readonly refresh_token?: Schemas["RefreshTokenField"];
        readonly client_id?: string;
        readonly client_secret?: string;
        readonly folder_id?: Schemas["FolderIdField"];
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_http_put: {
        /** @constant */
        readonly kind: "http_put";
        readonly url: Schemas["UrlField3"];
        readonly headers?: Schemas["HeadersField2"];
        /**
         * @description Default: PUT.
         * @enum {string}
         */
        readonly method?: "PUT" | "POST";
    };
    readonly Destination_onedrive: {
        /** @constant */
        readonly kind: "onedrive";
        readonly access_token?: Schemas["AccessTokenField2"];
        readonly refresh_token?: Schemas["RefreshTokenField"];
        readonly client_id?: string;
        readonly client_secret?: string;
        readonly drive?: Schemas["DriveField"];
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_s3: {
        /** @constant */
        readonly kind: "s3";
        readonly bucket: string;
        /** @description Default: us-east-1; `auto` for R2. */
        readonly region?: string;
        readonly endpoint?: Schemas["EndpointField"];
        /** @description Whether the bucket stands in the path. Default: with an `endpoint`, yes. */
        readonly path_style?: boolean;
        readonly access_key_id: string;
        readonly secret_access_key: string;
        readonly session_token?: string;
        readonly acl?: Schemas["AclField"];
        readonly storage_class?: string;
        /**
         * @description Encryption by the service.
         * @enum {string}
         */
        readonly encryption?: "AES256" | "aws:kms";
        readonly kms_key_id?: string;
        readonly tags?: Schemas["TagsField"];
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_sftp: {
        /** @constant */
        readonly kind: "sftp";
        readonly host: Schemas["HostField"];
        /** @description Default: 22. */
        readonly port?: number;
        readonly username: string;
        readonly password?: string;
        /** @description OpenSSH or PEM, in place of a password. */
        readonly private_key?: string;
        /** @description Of the private key. */
        readonly passphrase?: string;
        readonly host_key: Schemas["HostKeyField"];
        readonly folder?: Schemas["FolderField"];
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly Destination_webdav: {
        /** @constant */
        readonly kind: "webdav";
        readonly url: Schemas["UrlField2"];
        readonly username?: string;
        readonly password?: string;
        readonly token?: Schemas["TokenField"];
        readonly path?: Schemas["PathField"];
        readonly on_conflict?: Schemas["OnConflictField"];
    };
    readonly DisableTwoFactorRequest: {
        /** @description Your password, once more. */
        readonly password: string;
    };
    /**
     * Format: binary
     * @description A file that the document of `request` refers to by its file name; `index.html` stands for `source.html`.
     */
    readonly DocumentFile: string;
    /** @description With `includeEvidence`, of a document that was not sent as text: the text that was read. */
    readonly DocumentTextField: string;
    /** @description `true`: only the draft is written; nothing is published. Default: `false`. */
    readonly DraftField: boolean;
    /** @description Id of a drive, that of a SharePoint library for example. Default: the one of the account. */
    readonly DriveField: string;
    readonly Elements: {
        readonly selector: string;
        /** @description How many match; `elements` may have fewer, with a warning. */
        readonly count: number;
        readonly elements: readonly {
            readonly tag: string;
            /** @description What a person can read in it. */
            readonly text: string;
            /** @description HTML inside of it. */
            readonly html: string;
            readonly attributes: {
                readonly [key: string]: string;
            };
            /** @description In the document, in CSS pixels. */
            readonly left: number;
            readonly top: number;
            readonly width: number;
            readonly height: number;
        }[];
    };
    /** @description Elements that `elements` asked for, in the order of its selectors. */
    readonly ElementsField: readonly Schemas["Elements"][];
    /** @description Address of a mailbox. Capitals do not matter. */
    readonly EmailField: string;
    readonly EnableTwoFactorRequest: {
        /** @description Your password, once more. */
        readonly password: string;
    };
    /** @description `true` says the same as `response_type: "base64"`. */
    readonly EncodeField: boolean;
    /**
     * @description How `content` is written: text and Markdown as they are.
     * @enum {string}
     */
    readonly EncodingField: "utf-8" | "base64";
    /**
     * Format: uri
     * @description Origin of a service other than AWS: R2, B2, MinIO, Wasabi, Spaces.
     */
    readonly EndpointField: string;
    readonly EnterOrganisationRequest: {
        /** @description One that you belong to. */
        readonly organisation_id: string;
    };
    readonly ErrorsField: readonly {
        readonly pointer: string;
        readonly code: string;
        readonly detail: string;
    }[];
    /**
     * @description `html`: what placeholders print is escaped, unless `| raw` says otherwise. `none`: it is printed as it is.
     * @enum {string}
     */
    readonly EscapeField: "html" | "none";
    /**
     * @description What becomes of values that a template prints: `html` (default) escapes them, `none` leaves them.
     * @enum {string}
     */
    readonly EscapeField2: "html" | "none";
    /** @description Names of events; `*` is all of them, those that will be added too. */
    readonly EventsField: readonly ("*" | "conversion.succeeded" | "conversion.failed" | "conversion.canceled" | "delivery.succeeded" | "delivery.failed" | "batch.completed" | "template.published" | "credits.threshold_reached" | "credits.exhausted" | "key.locked" | "webhook_endpoint.disabled" | "connection.revoked" | "webhook.test")[];
    /** @description With `includeEvidence`: where each value stands in the text, by its path. */
    readonly EvidenceField: {
        readonly [key: string]: {
            readonly start: number;
            readonly end: number;
        };
    };
    /**
     * Format: date-time
     * @description When results are removed, and failed items can no longer be tried again.
     */
    readonly ExpiresAtField: string | null;
    /** @description Seconds that a kept result stays, 30 days at most. Default: 172,800, two days. */
    readonly ExpiresInField: number;
    /** @description What was read, in the format of `export`. */
    readonly ExportedDocument: {
        readonly format: string;
        readonly mediaType: string;
        /** @description null if the format needs a value that was not found. */
        readonly text: string | null;
        /** @description Paths of the values that it needs. */
        readonly missing: readonly string[];
    };
    readonly ExtractDataRequest: {
        readonly documentText?: Schemas["TextField"];
        /**
         * @description What to look for; `auto` looks for all of it, `custom` for `customFields` only. Default: `"auto"`.
         * @enum {string}
         */
        readonly extractionType?: "auto" | "contacts" | "tables" | "dates" | "amounts" | "custom";
        /** @description Names of values to look for, at most 50. `custom` needs them; with other types they are added as `fields`. */
        readonly customFields?: readonly string[];
        readonly file?: Schemas["FileField2"];
        readonly source?: Schemas["SourceField"];
        readonly template_id?: Schemas["TemplateIdField2"];
        readonly data?: Schemas["DataField2"];
        readonly includeEvidence?: Schemas["IncludeEvidenceField"];
    };
    /**
     * Format: binary
     * @description A PDF.
     */
    readonly FileField: string;
    /** @description In place of the text: a PDF, in base64, or beside the part `request` of a form. */
    readonly FileField2: string;
    /** @description Beside these, every option of the conversion. */
    readonly FillTemplateRequest: {
        /** @description Variables of the template. Default: none. */
        readonly data?: {
            readonly [key: string]: unknown;
        };
        readonly strict_variables?: Schemas["StrictVariablesField2"];
        readonly escape?: Schemas["EscapeField2"];
    } & {
        readonly [key: string]: unknown;
    };
    /** @description Folder that paths start in. Default: that of the account. */
    readonly FolderField: string;
    /** @description Where people find it in lists: at most 3 names separated by `/`, such as `Invoices/2026`, of 100 characters; empty for none. It is no part of a version. */
    readonly FolderField2: string;
    /** @description Id of the folder that paths start in, of a shared drive too. Default: `root`. */
    readonly FolderIdField: string;
    /** @description Id of the folder that paths start in. Default: `0`, all files. */
    readonly FolderIdField2: string;
    /** @description The same for the bottom of every page. */
    readonly FooterField: string | null;
    /** Format: email */
    readonly FromField: string;
    /** @description Begin with a block of YAML: title, address, language, description, author and date, where known. Default: `false`. */
    readonly FrontMatterField: boolean;
    /** @description Liquid template of what is printed at the top of every page; it has the same data and snippets. */
    readonly HeaderField: string | null;
    readonly HeaderOrFooter: {
        /** @description HTML with `{{page}} {{total}} {{date}} {{title}} {{url}}`, `{{page | minus: 1}}` and named strings of the document (`{{strings.chapter}}`), or the URL of a file of it. */
        readonly source: string;
        /** @description Room kept for it; by default the margin, grown to what it needs. */
        readonly height?: Schemas["Length"];
        /** @description The first page that shows it, as the whole document counts them. All pages keep its room. Default: `1`. */
        readonly start_at?: number;
        /** @description The pages that show it, beside `start_at`: `first`, `last` (of the PDF), `odd`, `even`, `not_first`, or numbers such as `3-` and `1,4-6`. */
        readonly on?: string;
        /** @description The number of the first page that shows it; `{{page}}` and `{{total}}` count from there. Default: as the whole document counts. */
        readonly start_number?: number;
        /** @description Apply the document's style sheets and fonts, and `css`, to what is in it; also what `body` hands down. Default: `false`. */
        readonly inherit_css?: boolean;
    };
    /** @description Headers beside those of the service, 20 at most. Their values are not shown again. Default: `{}`. */
    readonly HeadersField: {
        readonly [key: string]: string;
    };
    /** @description Headers that go with it, `x-amz-acl` for example. Their values are not shown again. */
    readonly HeadersField2: {
        readonly [key: string]: string;
    };
    /**
     * @description Headings with `#` in front, or the first two levels underlined. Default: `"atx"`.
     * @enum {string}
     */
    readonly HeadingStyleField: "atx" | "setext";
    readonly HostField: string;
    /** @description Key of the server, as `ssh-keyscan HOST` or `ssh-keygen -lf` prints it; no other is talked to. */
    readonly HostKeyField: string;
    readonly Image: {
        /** @description Absolute address; as it was written in HTML without `base_url`. */
        readonly url: string;
        /** @description Alternative text. */
        readonly alt: string;
        readonly title?: string;
    };
    readonly ImageOptions: {
        /** @description Image format: png, jpeg or webp, in any case. Default: from the Accept header, else png. */
        readonly target_format?: string;
        /** @description Capture the whole page instead of the window. Not with `css_selector` or `clip`. Default: `false`. */
        readonly fullpage?: boolean;
        /** @description Capture the first element that matches. Not with `fullpage` or `clip`. */
        readonly css_selector?: string;
        /** @description Capture this part of the page, in CSS pixels. Not with `fullpage` or `css_selector`. */
        readonly clip?: Schemas["Clip"];
        /** @description Quality of jpeg and webp; default 80. */
        readonly quality?: number;
        /** @description Device pixels per CSS pixel. Must not contradict `viewport.device_scale_factor`. */
        readonly dpi?: number;
        /** @description Size of the image in pixels; it keeps its proportions and is drawn anew, so that text stays sharp. */
        readonly resize?: Schemas["Resize"];
        /** @description Keep the page's missing background transparent (png, webp). Must not contradict `omit_background`. Default: `false`. */
        readonly transparent?: boolean;
        /** @description Says the same as `transparent`. Must not contradict `transparent`. */
        readonly omit_background?: boolean;
    };
    readonly ImageRequest: {
        readonly response_type?: Schemas["ResponseTypeField"];
        readonly encode?: Schemas["EncodeField"];
    } & (Schemas["PageOptions"] & Schemas["ImageOptions"]);
    /** @description Images of what was read, with `include`; each once. */
    readonly ImagesField: readonly Schemas["Image"][];
    /**
     * @description Images as links to their files, also those given as data URLs, their alternative text only, or nothing. Default: `"link"`.
     * @enum {string}
     */
    readonly ImagesField2: "link" | "data" | "alt" | "none";
    /** @description Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units. Default: `false`. */
    readonly IncludeEvidenceField: boolean;
    readonly Invitation: {
        readonly id: string;
        readonly email: string;
        readonly role: Schemas["RoleField"];
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly created_at: string;
    };
    readonly InvitationAnswer: {
        /** @constant */
        readonly success: true;
        readonly invitation: Schemas["Invitation"];
    };
    readonly Invoice: {
        readonly period: Schemas["PeriodField"];
        /**
         * @description The period that is running is open: more may be added.
         * @enum {string}
         */
        readonly status: "open" | "closed";
        /** @constant */
        readonly currency: "usd";
        readonly lines: readonly {
            /** @enum {string} */
            readonly kind: "plan" | "plan_credit" | "overage";
            readonly text: string;
            readonly quantity: number;
            /** @description Millionths of a US dollar. */
            readonly unit_price_micro_usd: number;
            /** @description Rounded once, half up; negative for what is given back. */
            readonly amount_cents: number;
        }[];
        /** @description The sum of the lines, in US cents. */
        readonly total_cents: number;
    };
    readonly InvoiceData: {
        /** @description Who sends the invoice. */
        readonly vendor: string | null;
        readonly invoiceNumber: string | null;
        /** Format: date */
        readonly date: string | null;
        /** Format: date */
        readonly dueDate: string | null;
        /** @description Without tax. */
        readonly subtotal: number | null;
        readonly tax: number | null;
        /** @description With tax. */
        readonly total: number | null;
        readonly lineItems: readonly {
            readonly description: string | null;
            readonly quantity: number | null;
            readonly unitPrice: number | null;
            /** @description The printed total of the row. */
            readonly amount: number | null;
            readonly productCode: string | null;
            readonly unit: string | null;
            /** @description Percent. */
            readonly taxRate: number | null;
            readonly taxAmount: number | null;
        }[];
        /** @description ISO 4217. */
        readonly currency: string | null;
        readonly taxes: readonly {
            /** @description Percent. */
            readonly rate: number | null;
            readonly base: number | null;
            readonly amount: number | null;
        }[];
        readonly customer: string | null;
        readonly purchaseOrder: string | null;
    };
    readonly InvoiceExtractorRequest: {
        readonly documentText?: Schemas["TextField"];
        /**
         * @description Adds `exported`, the invoice in this format.
         * @enum {string}
         */
        readonly export?: "csv" | "ubl";
        readonly file?: Schemas["FileField2"];
        readonly source?: Schemas["SourceField"];
        readonly template_id?: Schemas["TemplateIdField2"];
        readonly data?: Schemas["DataField2"];
        readonly includeEvidence?: Schemas["IncludeEvidenceField"];
    };
    readonly Job: {
        readonly id: string;
        /**
         * @description `succeeded`, `failed` and `canceled` are final. `succeeded`: the result is kept, the credits are taken.
         * @enum {string}
         */
        readonly status: "queued" | "processing" | "succeeded" | "failed" | "canceled";
        /** @description Of the result, or `several`. */
        readonly format: string;
        readonly tag: string | null;
        /** @description Id of the stored template that it is made from. */
        readonly template: string | null;
        /** @description Id of the batch that it belongs to. */
        readonly batch: string | null;
        /** @description Its place in the batch, from 0. */
        readonly position: number | null;
        /** @description Id of the schedule that it is a run of. */
        readonly schedule: string | null;
        readonly sandbox: boolean;
        /** @description How often it was begun: again if the process that had it died. */
        readonly attempts: number;
        /** @description Of the request that it was accepted with. */
        readonly request_id: string | null;
        /** @description Credits that were taken; null before its end. */
        readonly credits: number | null;
        readonly pdf_pages: number | null;
        /** @description Bytes of all results. */
        readonly filesize: number | null;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly started_at: string | null;
        /** Format: date-time */
        readonly finished_at: string | null;
        /** Format: date-time */
        readonly result_expires_at: string | null;
        /**
         * Format: date-time
         * @description When its results were removed.
         */
        readonly purged_at: string | null;
        readonly status_url: string;
        /** @description Its results, while they are kept. */
        readonly outputs: readonly Schemas["JobOutput"][];
        /** @description Where its results were sent. */
        readonly deliveries: readonly Schemas["JobDelivery"][];
        readonly warnings: readonly {
            readonly code: string;
            readonly message: string;
            readonly detail?: {
                readonly [key: string]: unknown;
            };
        }[];
        readonly error: Schemas["JobError"] | null;
    };
    readonly JobAnswer: {
        /** @constant */
        readonly success: true;
        readonly job: Schemas["Job"];
    };
    readonly JobDelivery: {
        readonly id: string;
        /** @description Place of the destination in the request. */
        readonly position: number;
        /** @description Which of the results. */
        readonly output: number;
        readonly kind: string;
        readonly connection: string | null;
        /**
         * @description `waiting`: it is tried until `next_attempt_at` and later. `failed`: it is tried again when asked for.
         * @enum {string}
         */
        readonly state: "waiting" | "delivered" | "failed";
        /** @description Null for whoever may not fetch the result. */
        readonly path: string | null;
        /** @description Where it is; null before that. */
        readonly location: string | null;
        readonly etag: string | null;
        readonly attempts: number;
        /** Format: date-time */
        readonly next_attempt_at: string | null;
        /** Format: date-time */
        readonly ended_at: string | null;
        /** @description What was wrong at the last try. */
        readonly error: {
            readonly code: Schemas["DeliveryFaultCode"];
            readonly detail: string;
            readonly remedy: string;
        } | null;
    };
    readonly JobError: {
        /** @description As `error_code` of the errors of a synchronous call. */
        readonly code: string;
        readonly detail: string;
        readonly errors: Schemas["ErrorsField"];
    };
    readonly JobOutput: {
        readonly position: number;
        /** @description pdf, png, jpeg, webp, text or markdown. */
        readonly format: string;
        readonly content_type: string;
        /** @description Bytes. */
        readonly filesize: number;
        /** @description Of the bytes, as hex. */
        readonly sha256: string;
        readonly pdf_pages?: number;
        /** @description Opens the result without a key until it expires. Null for whoever may not fetch the result. */
        readonly url: string | null;
        /** Format: date-time */
        readonly expires_at: string;
    };
    readonly Key: {
        readonly id: string;
        readonly name: Schemas["NameField3"];
        /**
         * @description A test key works in the sandbox only: free, 10 conversions a minute, PDFs and pictures marked with "SANDBOX". It can make test keys only.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /** @description The beginning of the key. */
        readonly prefix: string;
        /** @description Its last four characters. */
        readonly last4: string;
        /** @enum {string} */
        readonly status: "active" | "expired" | "revoked";
        /** @description What the key may do: names such as `convert:pdf`, `convert:*`, `templates:read`, `keys:manage`, or patterns such as `POST /v1/convert/*`; `*` is everything. You can give only what your own key has. */
        readonly scopes: readonly string[];
        readonly allowlist: Schemas["AllowlistField"];
        /** Format: date-time */
        readonly expires_at: string | null;
        /** @description Credits in one period of the organisation (see `GET /v1/account`); null: as many as the organisation has. Work that would go beyond it is refused with 402 `credits_exhausted`. */
        readonly monthly_credit_cap: number | null;
        /** @description Requests a minute; null: the limit of the service; 0: none. */
        readonly rate_limit: number | null;
        /** Format: date-time */
        readonly created_at: string;
        /**
         * Format: date-time
         * @description A few seconds late.
         */
        readonly last_used_at: string | null;
        /** Format: date-time */
        readonly revoked_at: string | null;
        /** @description Id of the key that replaces it. */
        readonly rotated_to: string | null;
        /**
         * Format: date-time
         * @description Until when it works beside the key that replaces it.
         */
        readonly overlap_until: string | null;
    };
    readonly KeyAnswer: {
        /** @constant */
        readonly success: true;
        readonly key: Schemas["Key"];
    };
    readonly KeySecretAnswer: {
        /** @constant */
        readonly success: true;
        readonly key: Schemas["Key"];
        /** @description The key itself. It is shown only now and kept nowhere. */
        readonly secret: string;
    };
    /** @description CSS pixels, or text with a unit (px, pt, pc, in, cm, mm), such as "10mm". */
    readonly Length: number | string;
    readonly Link: {
        /** @description Absolute address; as it was written in HTML without `base_url`. */
        readonly url: string;
        /** @description Text of the link, or of its image. */
        readonly text: string;
        /** @description What the page says of it: nofollow, ugc, sponsored, author, license, tag, me, next, prev. */
        readonly rel?: string;
    };
    /**
     * @description Addresses beside the text of links, or numbered at the end. Default: `"inline"`.
     * @enum {string}
     */
    readonly LinkStyleField: "inline" | "reference";
    /** @description Links of what was read, with `include`; each once. */
    readonly LinksField: readonly Schemas["Link"][];
    /**
     * @description Where the addresses of links stand: nowhere, after their text, or numbered at the end. Default: `"none"`.
     * @enum {string}
     */
    readonly LinksField2: "none" | "inline" | "footnotes";
    readonly LogEntry: {
        readonly id: string;
        /** @description As the answer had it in X-Request-Id. */
        readonly request_id: string;
        /** Format: date-time */
        readonly at: string;
        readonly key_id: string | null;
        readonly method: string;
        /** @description Pattern of the path; ids are not in it. */
        readonly route: string;
        /** @description 499 if the client left before the end of the answer. */
        readonly status: number;
        readonly duration_ms: number;
        /** @description Length of the answer. */
        readonly bytes: number;
        /** @description Format of the result, `several`, or the kind of analysis; null for what made none. */
        readonly format: string | null;
        /** @description Credits that were charged for it: 0 for what failed, is free, or was answered before. */
        readonly credits: number;
        readonly error_code: string | null;
    };
    readonly Margins: {
        readonly top?: Schemas["Length"];
        readonly right?: Schemas["Length"];
        readonly bottom?: Schemas["Length"];
        readonly left?: Schemas["Length"];
    };
    readonly MarkdownRequest: {
        readonly heading_style?: Schemas["HeadingStyleField"];
        readonly bullet?: Schemas["BulletField"];
        readonly link_style?: Schemas["LinkStyleField"];
        readonly tables?: Schemas["TablesField"];
        readonly front_matter?: Schemas["FrontMatterField"];
        readonly images?: Schemas["ImagesField2"];
        readonly response_type?: Schemas["ResponseTypeField"];
        readonly encode?: Schemas["EncodeField"];
    } & (Schemas["PageOptions"] & Schemas["ReadableOptions"]);
    readonly McpMessage: {
        /** @constant */
        readonly jsonrpc: "2.0";
        readonly method: string;
    } & {
        readonly [key: string]: unknown;
    };
    readonly Member: {
        readonly id: string;
        readonly name: string;
        readonly email: string;
        /** @description Whether a second factor is asked for at sign-in. */
        readonly two_factor: boolean;
        readonly user_id: string;
        readonly role: Schemas["RoleField"];
        /** Format: date-time */
        readonly created_at: string;
    };
    /** @description What the page says of itself in its head, in Open Graph, JSON-LD (schema.org) and microdata. Facts that it does not tell are absent; each has at most 2,000 characters, an address 8,192. */
    readonly Metadata: {
        /** @description Title of the document. */
        readonly title?: string;
        /** @description Description for search engines. */
        readonly description?: string;
        /** @description Language that the document declares (BCP 47). */
        readonly language?: string;
        /** @description Address that the document was read from, after redirects. */
        readonly url?: string;
        /** @description Address that the page says it is known by. */
        readonly canonical?: string;
        /** @description Author, or several with commas. */
        readonly author?: string;
        /** @description Date as the page writes it, mostly ISO 8601. */
        readonly published?: string;
        /** @description Date of the last change, likewise. */
        readonly modified?: string;
        /** @description Name of the site, or of the publisher. */
        readonly site_name?: string;
        /** @description Address of the picture that stands for the page. */
        readonly image?: string;
    };
    /**
     * @description Default: POST. Default: `"POST"`.
     * @enum {string}
     */
    readonly MethodField: "POST" | "PUT" | "PATCH";
    readonly MoveTestClockRequest: {
        /** @description How far it goes forward. */
        readonly advance_seconds: number;
    };
    /** @description What people call it. */
    readonly NameField: string;
    /** @description What it is for. */
    readonly NameField2: string;
    /** @description What it is for, to tell keys apart. */
    readonly NameField3: string;
    /** @description `cursor` of the next request; null at the end. */
    readonly NextCursorField: string | null;
    /**
     * @description What happens if there is a file of this name. Default: `replace`.
     * @enum {string}
     */
    readonly OnConflictField: "replace" | "rename" | "fail";
    /** @description Options of conversions, used where a request does not name its own. `header` and `footer` have `height`, `start_at`, `start_number`, `on` and `inherit_css` here. Texts of `metadata` are Liquid with the same data and snippets; what they print is not escaped. */
    readonly OptionsField: {
        readonly [key: string]: unknown;
    };
    readonly Organisation: {
        readonly id: string;
        readonly name: string;
        readonly hipaa: boolean;
        readonly retention: {
            readonly [key: string]: number;
        };
        readonly legal_hold: string | null;
        /** Format: date-time */
        readonly created_at: string;
    };
    readonly OrganisationAnswer: {
        /** @constant */
        readonly success: true;
        readonly organisation: Schemas["Organisation"];
    };
    readonly Output: {
        /** @description pdf, png, jpeg, webp, text or markdown. */
        readonly format: string;
        /** @description Media type of the content. */
        readonly content_type: string;
        /** @description Name to store it under. */
        readonly filename: string;
        /** @description Bytes of the content. */
        readonly filesize: number;
        readonly encoding: Schemas["EncodingField"];
        /** @description The result. */
        readonly content: string;
        /** @description Pages of a PDF. */
        readonly pdf_pages?: number;
        /**
         * @description Which part of the page was kept.
         * @enum {string}
         */
        readonly content_mode?: "auto" | "main" | "full";
        /** @description What the page says of itself; with text and Markdown. */
        readonly metadata?: Schemas["Metadata"];
        readonly links?: Schemas["LinksField"];
        readonly images?: Schemas["ImagesField"];
        /** @description What was read as HTML, with `include`. */
        readonly html?: string;
        /** @description The page as its scripts left it, with `include`. */
        readonly page_html?: string;
        readonly elements?: Schemas["ElementsField"];
        readonly chunks?: Schemas["ChunksField"];
    };
    readonly PageOptions: {
        /** @description What to convert: an address or HTML. */
        readonly source?: string | Schemas["Source"];
        readonly data?: Schemas["DataField"];
        readonly strict_variables?: Schemas["StrictVariablesField2"];
        readonly escape?: Schemas["EscapeField2"];
        /** @description Style sheet to add: CSS code or the URL of a file. */
        readonly css?: string;
        /** @description Script to run after the page has loaded: code or the URL of a file. */
        readonly javascript?: string;
        /** @description Milliseconds to wait, in real time, before capturing. Default: `0`. */
        readonly delay?: number;
        /** @description Seconds after which loading and waiting end without an error; the page is captured as it is then. */
        readonly timeout?: number;
        /** @description Name of a global function; waits up to 30 s until it returns a truthy value. */
        readonly wait_for?: string;
        /** @description Waits up to 30 s until the element is there. */
        readonly wait_for_selector?: string | Schemas["AwaitedElement"];
        /** @description Run timers and animations of the page ahead by up to 2 s instead of waiting for them. Default: `true`. */
        readonly virtual_time?: boolean;
        /** @description Wait for what the script of the page asks the network for, up to 5 s. `false` excludes `ignore_long_polling`. Default: `true`. */
        readonly wait_for_network?: boolean;
        /** @description Wait for requests of the page for a second only: those that stay open have nothing for the result. Needs `wait_for_network`. Default: `false`. */
        readonly ignore_long_polling?: boolean;
        /** @description Load what the page loads or shows on scrolling only. Default: `true`. */
        readonly lazy_load_images?: boolean;
        /** @description Size of the window in CSS pixels. Default 1280x1024; for PDF the content width of the paper. Its `device_scale_factor` must not contradict `dpi`. */
        readonly viewport?: string | Schemas["Viewport"];
        /** @description Do not run the scripts of the page. Default: `false`. */
        readonly disable_javascript?: boolean;
        /**
         * @description CSS medium; default screen. Must not contradict `use_print`.
         * @enum {string}
         */
        readonly media?: "screen" | "print";
        /** @description `true` says the same as `media: "print"`. Must not contradict `media`. */
        readonly use_print?: boolean;
        /** @description Request headers for the origin of `source.url` only. */
        readonly http_headers?: {
            readonly [key: string]: string;
        };
        /** @description Cookies for the host of `source.url`. */
        readonly cookies?: readonly Schemas["Cookie"][];
        /** @description HTTP credentials for the origin of `source.url`. */
        readonly auth?: Schemas["Credentials"];
        /** @description Language of the browser, for script and for the source, such as `de-CH`. */
        readonly locale?: string;
        /** @description Time zone of the browser, such as `Europe/Berlin`. Default: that of the service. */
        readonly timezone?: string;
        /**
         * @description Answer to the media query `prefers-color-scheme`. Default light.
         * @enum {string}
         */
        readonly color_scheme?: "light" | "dark";
        /** @description Answer to the media query `prefers-reduced-motion`: `true` asks for less movement. Default: `false`. */
        readonly reduced_motion?: boolean;
        /** @description Name of the browser, for script and for the source. */
        readonly user_agent?: string;
        /** @description Leave out images; their places stay. Default: `false`. */
        readonly disable_images?: boolean;
        /** @description CSS selectors of elements that are not shown and take no place. */
        readonly hide_selectors?: string | readonly string[];
        /** @description Kinds of files that the page does not get. */
        readonly block_resources?: readonly ("image" | "media" | "font" | "stylesheet" | "script" | "fetch")[];
        /** @description Ask nothing of hosts of advertising and visitor measurement, and hide the slots that stay empty. Default: `false`. */
        readonly block_ads?: boolean;
        /** @description Hide questions for cookie consent, without an answer, and what they lay over the page. Default: `false`. */
        readonly block_cookie_banners?: boolean;
        /** @description Render the page even when the source answers 4xx or 5xx. Default false. Must not contradict `raise_for_status`. */
        readonly allow_error_status?: boolean;
        /** @description `false` says the same as `allow_error_status: true`. Must not contradict `allow_error_status`. */
        readonly raise_for_status?: boolean;
        /** @description Fail instead of warning when something of the page is missing. Default: `false`. */
        readonly strict?: boolean;
        /** @description Warnings that are an error; `strict` stands for those that mean that something is missing. */
        readonly fail_on?: readonly ("resource_failed" | "resource_blocked" | "source_looks_like_address" | "template_without_data" | "template_not_liquid" | "source_redirected" | "navigation_refused" | "document_cut" | "script_error" | "ready_timeout" | "print_styles_ignored" | "unsupported_css" | "pages_unsettled" | "string_unset" | "content_clipped" | "content_shrunk" | "page_split" | "untagged_large" | "form_field_missing" | "blank_page_removed" | "font_missing" | "content_covered" | "text_rasterized" | "image_rasterized" | "image_recompressed" | "ads_blocked" | "cookie_banner_hidden" | "empty_output" | "content_truncated" | "details_left_out" | "option_ignored")[];
        /** @description Name under which a browser stores the result; the extension of its format is added. */
        readonly download_name?: string;
        readonly sandbox?: Schemas["SandboxField"];
        readonly tag?: Schemas["TagField"];
        readonly template_id?: Schemas["TemplateIdField"];
        /** @description The answer is 202 at once, with the address of a job that makes the result (`GET /v1/jobs/{id}`). `Prefer: respond-async` says the same. */
        readonly async?: boolean;
        /** @description The answer is 202 at once, and the end of the job is sent there, signed with the secret of `GET /v1/webhooks/secret`. An address, or an object with it. */
        readonly webhook?: string | Schemas["RequestWebhook"];
        /** @description Sends the results there; the answer is JSON that says where they are. One destination or a list of at most 5: each is a connection, or has a `kind` and its settings. docs/destinations.md has all of them. */
        readonly destination?: Schemas["Destination"] | readonly Schemas["Destination"][];
        /** @description Short form: `s3://bucket/path` or `gs://bucket/path`, of a bucket that there is one connection for. */
        readonly s3_destination?: string;
        /**
         * Format: uri
         * @description Short form: an address that takes the result by PUT.
         */
        readonly presigned_url?: string;
        /** @description Keeps the result under this name, and answers JSON with a `url` that opens without a key until it expires, in place of the bytes. */
        readonly filename?: string;
        readonly expires_in?: Schemas["ExpiresInField"];
        /**
         * @description What happens to a synchronous call that takes longer than 100 seconds: it fails with `render_timeout`, or goes on as a job that is answered with 202. Default: `error`. `Prefer: wait=N` says `async`, after N seconds.
         * @enum {string}
         */
        readonly on_timeout?: "error" | "async";
    };
    /** @description 10 to 128 characters, whatever they are. The commonest passwords and your address are refused. */
    readonly PasswordField: string;
    /** @description Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder. */
    readonly PathField: string;
    /** @description Beside these fields it may have entries of your own: at most 50 in all, with names of up to 64 letters, digits, spaces and `-_.`, and texts of up to 2,000 characters. */
    readonly PdfMetadata: {
        /** @description Title; the page's own by default. Readers show it in their window. */
        readonly title?: string;
        /** @description Who wrote it. */
        readonly author?: string;
        /** @description What it is about. */
        readonly subject?: string;
        /** @description Words to find it by, parted by commas. */
        readonly keywords?: string;
        /** @description The program that the document comes from. */
        readonly creator?: string;
    } & {
        readonly [key: string]: string;
    };
    readonly PdfOptions: {
        /** @description Paper: A0 to A6, Letter, Legal, Tabloid, Ledger, `{w}x{h}`, `{w}xauto` or `auto` (one page as tall as the content). Default: the page's own `@page size`, else A4. Not with `width` and `height`. */
        readonly format?: string;
        /** @description Width of the paper. Goes with `height`. Not with `format`. From 10 px to 14,400 pt. */
        readonly width?: Schemas["Length"];
        /** @description Height of the paper. Goes with `width`. Not with `format`. From 10 px to 14,400 pt. */
        readonly height?: Schemas["Length"];
        /** @description Whether the paper lies on its long side, whatever the page's own `@page size` says. Default: as it says. Not with a `format` that is as tall as the content. */
        readonly landscape?: boolean;
        /** @description Margins: a length, "top right bottom left", or sides. A number is CSS pixels. `@page :first` and named pages keep their own. Default: the page's own `@page margin`, else 0.4in. */
        readonly margin?: number | string | Schemas["Margins"];
        /** @description Scale of the content. Default: `1`. */
        readonly zoom?: number;
        /**
         * @description What happens to content that is wider than the paper: shrunk with all the rest (`width`), or cut off (`none`). With `width` a word of more than twice the width of the paper is broken instead; pages that name `@page` sizes of several widths are left as they are. Default: `"width"`.
         * @enum {string}
         */
        readonly fit?: "width" | "none";
        /** @description Show what boxes with scroll bars, text areas, frames and closed details hide. Default: `false`. */
        readonly expand?: boolean;
        /** @description Pages to keep; numbers beyond the end are ignored. */
        readonly pages?: string;
        /**
         * @description Blank pages to leave out: those at the end (`last`, the default), all, or none. Not when `pages` chooses. A page with nothing but white space, or with a picture of one pixel, is blank; one that shows an element of `position: fixed` is not. Must not contradict `remove_blank`.
         * @enum {string}
         */
        readonly trim_blank_pages?: "none" | "last" | "all";
        /** @description `true` says the same as `trim_blank_pages: "last"`, `false` the same as `"none"`. Must not contradict `trim_blank_pages`. */
        readonly remove_blank?: boolean;
        /** @description Let `@page size` of the page win over `format`, `width` and `height`. Default: `false`. */
        readonly prefer_css_page_size?: boolean;
        /** @description Let `@page margin` of the page win over `margin`. Default: `false`. */
        readonly prefer_css_page_margin?: boolean;
        /** @description Leave out background colors and images. Default: `false`. */
        readonly disable_backgrounds?: boolean;
        /** @description Printed at the top of every page, or of those in `on`. */
        readonly header?: Schemas["HeaderOrFooter"];
        /** @description Printed at the bottom of every page, or of those in `on`. */
        readonly footer?: Schemas["HeaderOrFooter"];
        /** @description Make inputs, text areas, selects, check boxes, radio buttons and `<input type="signature">` fields that can be filled in. Default: `false`. */
        readonly forms?: boolean;
        /** @description Leave out links; their text stays. Default: `false`. */
        readonly disable_links?: boolean;
        /** @description What the document tells about itself, with entries of your own if you like. */
        readonly metadata?: Schemas["PdfMetadata"];
        /** @description Encrypt the document, with passwords and with what a reader may not do with it. Not with `deterministic`. Its two passwords must differ. */
        readonly protection?: Schemas["Protection"];
        /** @description Write no times, so that the same input gives the same bytes. Not with `protection`. Default: `false`. */
        readonly deterministic?: boolean;
        /** @description Laid over every page; readers aloud pass it over. */
        readonly watermark?: Schemas["Watermark"];
        /**
         * @description `images` compresses pictures anew where that makes them smaller; they lose detail. Default: `"lossless"`.
         * @enum {string}
         */
        readonly compression?: "lossless" | "images";
        /** @description Pixels per inch that pictures keep. Default: all that they have. */
        readonly image_dpi?: number;
        /** @description Write the structure tree that screen readers need. Default: `true`. */
        readonly tagged?: boolean;
        /** @description Write bookmarks from the headings. Default as `tagged`: a document without tags has none unless asked for. */
        readonly outline?: boolean;
    };
    readonly PdfRequest: {
        readonly response_type?: Schemas["ResponseTypeField"];
        readonly encode?: Schemas["EncodeField"];
    } & (Schemas["PageOptions"] & Schemas["PdfOptions"]);
    readonly PeriodField: {
        /** Format: date-time */
        readonly start: string;
        /** Format: date-time */
        readonly end: string;
    };
    readonly Plan: {
        readonly name: string;
        readonly title: string;
        /** @description Of a month, in US cents. */
        readonly price_cents: number;
        /** @description Of a year, paid at once: that of ten months. */
        readonly year_price_cents: number;
        /** @description Of a month, also when the year is paid at once. */
        readonly credits: number;
        /** @description Of one credit beyond those, in millionths of a US dollar. */
        readonly overage_price_micro_usd: number;
        /** @description Of a calendar month. */
        readonly ai_operations: number;
        /** @description Of a calendar month. */
        readonly bank_pages: number;
        /** @description Of one key; 0: no limit. */
        readonly requests_per_minute: number;
        /** @description Of one key; 0: no limit. */
        readonly concurrent_requests: number;
        /** @description Whether one (HIPAA) can be had. */
        readonly business_associate_agreement: boolean;
    };
    readonly Problem: {
        /** @description Names the kind of problem (RFC 9457): `urn:platen:error:` and the code. */
        readonly type: string;
        /** @description The kind of problem in words. */
        readonly title: string;
        /** @description HTTP status. */
        readonly status: number;
        /** @description Cause and remedy. */
        readonly detail: string;
        /** @description Names this occurrence. */
        readonly instance: string;
        /** @constant */
        readonly success: false;
        /** @description The same as `detail`. */
        readonly error: string;
        /** @description The same as `status`. */
        readonly code: number;
        /** @description The code, for programs. */
        readonly error_code: string;
        /** @description Names the request in the log. */
        readonly request_id: string;
        /** @description Whether the same request may succeed when it is sent again unchanged. */
        readonly retryable: boolean;
        /** @description One entry for each fault of the request. */
        readonly errors: readonly {
            /** @description JSON pointer (RFC 6901) to the field at fault. */
            readonly pointer: string;
            readonly code: string;
            readonly detail: string;
        }[];
    };
    readonly Protection: {
        /** @description Opens the document. Absent: everybody may read it. */
        readonly user_password?: string;
        /** @description Opens the document with every right. Absent: nobody has them. */
        readonly owner_password?: string;
        /**
         * @description AES-256, revision 6 (PDF 2.0). Default: `"aes-256"`.
         * @enum {string}
         */
        readonly algorithm?: "aes-256";
        /** @description Do not allow printing. Default: `false`. */
        readonly no_print?: boolean;
        /** @description Do not allow copying text and images; reading aloud stays allowed. Default: `false`. */
        readonly no_copy?: boolean;
        /** @description Do not allow changes. Default: `false`. */
        readonly no_modify?: boolean;
        /** @description Do not allow comments and filling in forms. Default: `false`. */
        readonly no_annotate?: boolean;
        /** @description Do not allow filling in forms. Default: `false`. */
        readonly no_forms?: boolean;
        /** @description Do not allow adding, turning and removing pages. Default: `false`. */
        readonly no_assemble?: boolean;
    };
    readonly PublishTemplateRequest: {
        readonly revision?: Schemas["RevisionField"];
    };
    /** @enum {string} */
    readonly ReadField: "ok" | "not_allowed" | "not_supported";
    /** @description Of a PDF: its pages, and the numbers of those without text, from 1. Pictures are not read. */
    readonly ReadPdf: {
        readonly pages: number;
        readonly pagesWithoutText: readonly number[];
    };
    readonly ReadableOptions: {
        /**
         * @description What to keep: `main` is the main content without the frame of the site, `full` is everything visible and what is collapsed (`details`, panels, tabs), `auto` is the main content of a URL with its title, authors and facts, and everything but navigation, cookie dialogs and advertising of HTML. Default: `"auto"`.
         * @enum {string}
         */
        readonly content?: "auto" | "main" | "full";
        /** @description CSS selectors of what stays, whatever `content` leaves out. */
        readonly include_selectors?: string | readonly string[];
        /** @description CSS selectors of what is left out. */
        readonly exclude_selectors?: string | readonly string[];
        /** @description CSS selector: only what matches is read, and of that everything visible. */
        readonly only_selector?: string;
        /**
         * @description With `headings` the answer is JSON that also has the result in `chunks`, for search and language models: each heading begins one, and each is valid by itself. Default: `"none"`.
         * @enum {string}
         */
        readonly chunking?: "none" | "headings";
        /** @description With `chunking`, the most tokens of a chunk: longer sections are cut between paragraphs, list items, rows (the head of the table is repeated), lines of code (in a fence of their own), or else sentences and words. Without it, the most tokens of the result, which then ends at such a place, with a warning. Tokens are an upper bound: at least what `cl100k_base` and `o200k_base` count, 10 % (English prose) to 30 % more for most pages. Front matter is not counted. */
        readonly max_tokens?: number;
        /** @description What the answer, which then is JSON, lists beside the content: the links of what was read (`url`, `text`, `rel`), its images (`url`, `alt`, `title`), what was read as `html` without scripts and styles, and the whole page as `page_html`, as its scripts left it. JSON answers have the `metadata` of the page in any case. Default: `[]`. */
        readonly include?: readonly ("links" | "images" | "html" | "page_html")[];
        /** @description CSS selectors of elements that the answer, which then is JSON, lists one by one, whatever `content` leaves out: `tag`, `text`, `html` inside, `attributes`, and the box in CSS pixels. At most 1,000 of each. */
        readonly elements?: string | readonly string[];
    };
    readonly ReceiptData: {
        readonly merchant: string | null;
        /** Format: date */
        readonly date: string | null;
        readonly total: number | null;
        /** @description Everything that makes up the total, in the order printed. */
        readonly items: readonly {
            readonly description: string | null;
            readonly quantity: number | null;
            readonly unitPrice: number | null;
            /** @description The printed total of the row; negative for a deduction. */
            readonly amount: number | null;
            /** @enum {string} */
            readonly type: "item" | "tax" | "discount" | "charge" | "rounding";
        }[];
        readonly subtotal: number | null;
        readonly tax: number | null;
        readonly tip: number | null;
        /** @description ISO 4217. */
        readonly currency: string | null;
        /** @description HH:MM. */
        readonly time: string | null;
        readonly receiptNumber: string | null;
        readonly paymentMethod: ("cash" | "card") | null;
        readonly address: string | null;
        readonly phone: string | null;
    };
    readonly ReceiptScannerRequest: {
        readonly documentText?: Schemas["TextField"];
        readonly file?: Schemas["FileField2"];
        readonly source?: Schemas["SourceField"];
        readonly template_id?: Schemas["TemplateIdField2"];
        readonly data?: Schemas["DataField2"];
        readonly includeEvidence?: Schemas["IncludeEvidenceField"];
    };
    /** @description What new tokens are had by, with `client_id` and `client_secret` of your app. */
    readonly RefreshTokenField: string;
    readonly ReplaceCardRequest: {
        readonly card?: Schemas["CardField"];
        readonly return_url?: Schemas["ReturnUrlField"];
    };
    readonly ReplaceSnippetRequest: {
        /** @description Liquid. */
        readonly content: string;
    };
    readonly ReplaceTemplateRequest: {
        readonly content: Schemas["ContentField"];
        readonly name?: Schemas["NameField"];
        readonly folder?: Schemas["FolderField2"];
        readonly css?: Schemas["CssField"];
        readonly header?: Schemas["HeaderField"];
        readonly footer?: Schemas["FooterField"];
        readonly sample_data?: Schemas["SampleDataField"];
        readonly samples?: Schemas["SamplesField"];
        readonly schema?: Schemas["SchemaField"];
        readonly options?: Schemas["OptionsField"];
        readonly escape?: Schemas["EscapeField"];
        readonly strict_variables?: Schemas["StrictVariablesField"];
        readonly assets?: Schemas["AssetsField"];
        readonly draft?: Schemas["DraftField"];
    };
    readonly ReplayWebhookRequest: {
        /**
         * Format: date-time
         * @description Events from then on, 30 days back at most.
         */
        readonly since: string;
        /**
         * @description Only what did not arrive, or what did as well. Default: `"failed"`.
         * @enum {string}
         */
        readonly status?: "failed" | "all";
    };
    /** @description The body of that request, without `async`, `on_timeout`, `response_type` and `encode`. It is not shown again. */
    readonly RequestField: {
        readonly [key: string]: unknown;
    };
    readonly RequestWebhook: {
        readonly url: Schemas["UrlField"];
        readonly method?: Schemas["MethodField"];
        readonly headers?: Schemas["HeadersField"];
        readonly auth?: Schemas["AuthField"];
        /** @description Default: how the job ended, whichever way, and what could not be sent to its destination. Default: `["conversion.succeeded","conversion.failed","conversion.canceled","delivery.failed"]`. */
        readonly events?: readonly ("conversion.succeeded" | "conversion.failed" | "conversion.canceled" | "delivery.succeeded" | "delivery.failed")[];
    };
    readonly ResetConfirmRequest: {
        readonly token: Schemas["TokenField2"];
        readonly password: Schemas["PasswordField"];
    };
    readonly ResetRequest: {
        readonly email: Schemas["EmailField"];
    };
    readonly Resize: {
        readonly width?: number;
        readonly height?: number;
        /**
         * @description Within the size (`contain`), or all over it, with what is too much cut off on both sides (`cover`). Default: `"contain"`.
         * @enum {string}
         */
        readonly fit?: "contain" | "cover";
    };
    /** @description Milliseconds until the page had loaded, and the status that the source answered. */
    readonly ResponseField: {
        readonly duration: number;
        readonly "status-code"?: number;
    };
    /**
     * @description The answer is the bytes of the result, JSON with the result and its warnings in it, or the bytes as base64 text. Default: the bytes; JSON for text and Markdown with `chunking`, `include` or `elements`.
     * @enum {string}
     */
    readonly ResponseTypeField: "binary" | "json" | "base64";
    readonly Result: {
        /** @constant */
        readonly success: true;
        /** @description Milliseconds from the lent page to the result. */
        readonly duration: number;
        readonly response: Schemas["ResponseField"];
        readonly warnings: readonly Schemas["Warning"][];
        /** @description pdf, png, jpeg, webp, text or markdown. */
        readonly format: string;
        /** @description Media type of the content. */
        readonly content_type: string;
        /** @description Name to store it under. */
        readonly filename: string;
        /** @description Bytes of the content. */
        readonly filesize: number;
        readonly encoding: Schemas["EncodingField"];
        /** @description The result. */
        readonly content: string;
        /** @description Pages of a PDF. */
        readonly pdf_pages?: number;
        /**
         * @description Which part of the page was kept.
         * @enum {string}
         */
        readonly content_mode?: "auto" | "main" | "full";
        /** @description What the page says of itself; with text and Markdown. */
        readonly metadata?: Schemas["Metadata"];
        readonly links?: Schemas["LinksField"];
        readonly images?: Schemas["ImagesField"];
        /** @description What was read as HTML, with `include`. */
        readonly html?: string;
        /** @description The page as its scripts left it, with `include`. */
        readonly page_html?: string;
        readonly elements?: Schemas["ElementsField"];
        readonly chunks?: Schemas["ChunksField"];
    };
    readonly Results: {
        /** @constant */
        readonly success: true;
        /** @description Milliseconds from the lent page to the result. */
        readonly duration: number;
        readonly response: Schemas["ResponseField"];
        readonly warnings: readonly Schemas["Warning"][];
        readonly outputs: readonly Schemas["Output"][];
    };
    /**
     * Format: uri
     * @description Where the browser goes when the card is confirmed. Default: the address of the service.
     */
    readonly ReturnUrlField: string;
    /** @description `revision` of the draft that this is about: 409 `draft_changed` if somebody has changed it since. Default: any. */
    readonly RevisionField: number;
    /**
     * @description What the person may do.
     * @enum {string}
     */
    readonly RoleField: "owner" | "admin" | "developer" | "billing" | "auditor";
    readonly RollbackTemplateRequest: {
        /** @description The version to use from now on. */
        readonly version: number;
    };
    readonly RotateKeyRequest: {
        /** @description Hours in which the old key still works beside the new one. Default: `24`. */
        readonly overlap_hours?: number;
    };
    readonly RotateWebhookSecretRequest: {
        /** @description Hours in which the old secret signs beside the new one. Default: `24`. */
        readonly overlap_hours?: number;
    };
    /** @description Data to try the template with. */
    readonly SampleDataField: {
        readonly [key: string]: unknown;
    } | null;
    /** @description More data to try it with, each under a name: at most 20, of 500 kB each. All of them are given at once. */
    readonly SamplesField: readonly {
        readonly name: Schemas["NameField"];
        readonly data: {
            readonly [key: string]: unknown;
        };
    }[];
    /** @description Free of charge, 10 a minute: PDFs and pictures are marked with "SANDBOX", text and Markdown are as they are. Test keys convert so always. */
    readonly SandboxField: boolean;
    readonly Schedule: {
        readonly id: string;
        readonly name: string;
        readonly cron: string;
        readonly timezone: string;
        /** @enum {string} */
        readonly format: "pdf" | "image" | "text" | "markdown" | "several";
        /** @description Id of the stored template. */
        readonly template: string | null;
        readonly tag: string | null;
        readonly sandbox: boolean;
        /** @description Id of the key or person that runs are made for. */
        readonly owner: string;
        /**
         * Format: date-time
         * @description Null while it is paused.
         */
        readonly next_at: string | null;
        readonly paused: {
            /**
             * @description `owner_ended`: the key was revoked or has expired, or the person has left. `owner_lacks_right`: their scopes or role do not allow the conversion. `request_refused`: see `error_code`.
             * @enum {string}
             */
            readonly reason: "requested" | "owner_ended" | "owner_lacks_right" | "request_refused" | "no_next_time";
            readonly error_code: string | null;
            /** Format: date-time */
            readonly at: string;
        } | null;
        readonly last_run: {
            /** Format: date-time */
            readonly at: string;
            /** @description Id of its job; null if there is none. */
            readonly job: string | null;
            /** @description Why there is no job, such as `credits_exhausted`. */
            readonly error_code: string | null;
        } | null;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
    };
    readonly ScheduleAnswer: {
        /** @constant */
        readonly success: true;
        readonly schedule: Schemas["Schedule"];
    };
    readonly ScheduleChange: {
        /** @description What people know it by. */
        readonly name?: string;
        readonly cron?: Schemas["CronField"];
        /** @description Name of the IANA database, such as `Europe/Berlin`. */
        readonly timezone?: string;
        /**
         * @description As of `POST /v1/convert/{format}`; `several`: as of `POST /v1/convert`.
         * @enum {string}
         */
        readonly format?: "pdf" | "image" | "text" | "markdown" | "several";
        readonly request?: Schemas["RequestField"];
        /** @description `true` makes no more runs, `false` goes on with the next time. */
        readonly paused?: boolean;
    };
    readonly ScheduleRequest: {
        /** @description What people know it by. */
        readonly name: string;
        readonly cron: Schemas["CronField"];
        /** @description Name of the IANA database, such as `Europe/Berlin`. Default: `"UTC"`. */
        readonly timezone?: string;
        /**
         * @description As of `POST /v1/convert/{format}`; `several`: as of `POST /v1/convert`. Default: `"pdf"`.
         * @enum {string}
         */
        readonly format?: "pdf" | "image" | "text" | "markdown" | "several";
        readonly request: Schemas["RequestField"];
    };
    /** @description JSON Schema (2020-12) that data has to keep to; other data is refused. So is what is no such schema, or refers to one that is not in it. */
    readonly SchemaField: {
        readonly [key: string]: unknown;
    } | null;
    /** @description What the key may do: names such as `convert:pdf`, `convert:*`, `templates:read`, `keys:manage`, or patterns such as `POST /v1/convert/*`; `*` is everything. You can give only what your own key has. */
    readonly ScopesField: readonly string[];
    readonly SecondFactorRequest: {
        /** @description Of the authenticator, six digits; or one of the backup codes. */
        readonly code: string;
    };
    /**
     * @description FTPS: by AUTH TLS (RFC 4217), or from the first byte on. Default: nothing is encrypted.
     * @enum {string}
     */
    readonly SecureField: "explicit" | "implicit";
    readonly Session: {
        readonly person: {
            readonly id: string;
            readonly name: string;
            readonly email: string;
            /** @description Whether a second factor is asked for at sign-in. */
            readonly two_factor: boolean;
        };
        /** @description Those that the person belongs to; requests are about the active one. */
        readonly organisations: readonly {
            readonly id: string;
            readonly name: string;
            /** @enum {string} */
            readonly role: "owner" | "admin" | "developer" | "billing" | "auditor";
            readonly active: boolean;
        }[];
        /**
         * Format: date-time
         * @description Without a request until then the session is over; each request moves it.
         */
        readonly expires_at: string;
    };
    readonly SessionAnswer: {
        /** @constant */
        readonly success: true;
        readonly session: Schemas["Session"];
    };
    /** @description null until the second factor was given. */
    readonly SessionField: Schemas["Session"] | null;
    readonly SetBillingDetailsRequest: Schemas["BillingDetails"];
    readonly SeveralRequest: {
        /** @description The results to make of one loaded page; pdf, text and markdown once each, images as often as wanted. */
        readonly outputs: readonly {
            /** @description Format of the result: pdf, png, jpeg, webp, text or markdown. */
            readonly format: string;
            /** @description Options of this result alone, and its `viewport`, in place of those of the request. */
            readonly options?: {
                readonly [key: string]: unknown;
            };
        }[];
        readonly links?: Schemas["LinksField2"];
        readonly wrap?: Schemas["WrapField"];
        readonly heading_style?: Schemas["HeadingStyleField"];
        readonly bullet?: Schemas["BulletField"];
        readonly link_style?: Schemas["LinkStyleField"];
        readonly tables?: Schemas["TablesField"];
        readonly front_matter?: Schemas["FrontMatterField"];
        readonly images?: Schemas["ImagesField2"];
        /**
         * @description The answer is JSON with all results in it, or `multipart/mixed` (RFC 2046, section 5.1) with a part for each. Default: `"json"`.
         * @enum {string}
         */
        readonly response_type?: "json" | "multipart";
    } & (Schemas["PageOptions"] & Schemas["PdfOptions"] & Schemas["ImageOptions"] & Schemas["ReadableOptions"]);
    readonly SignInRequest: {
        readonly email: Schemas["EmailField"];
        readonly password: string;
    };
    readonly SignOutRequest: Record<string, never>;
    readonly SignUpRequest: {
        /** @description How the person is called. */
        readonly name: string;
        readonly email: Schemas["EmailField"];
        readonly password: Schemas["PasswordField"];
        /** @description Of an invitation: what stands after `#token=` in its link. */
        readonly invitation?: string;
        /** @description What the first person proves to run the service by. The service prints it when it starts. */
        readonly setup_code?: string;
    };
    readonly Snippet: {
        readonly id: string;
        readonly name: string;
        /** @description Counts the changes of its content. */
        readonly version: number;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
        readonly content: string;
    };
    readonly SnippetAnswer: {
        /** @constant */
        readonly success: true;
        readonly snippet: Schemas["Snippet"];
    };
    readonly SnippetEntry: {
        readonly id: string;
        readonly name: string;
        /** @description Counts the changes of its content. */
        readonly version: number;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
    };
    /** @description Exactly one of `url` and `html`. */
    readonly Source: {
        /** @description Page to render; http or https. */
        readonly url?: string;
        /** @description HTML to render. With `data` it is a Liquid template. */
        readonly html?: string;
        /** @description Address that relative links, images and scripts of `html` refer to. */
        readonly base_url?: string;
        /** @description Files that `html` refers to by relative names: base64 by name, for example `{"logo.png": "iVBOR…"}`. */
        readonly files?: {
            readonly [key: string]: string;
        };
    };
    /** @description In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`. */
    readonly SourceField: string | Schemas["Source"];
    /** @description Whether TLS begins by STARTTLS, without which nothing is sent. Default: with the connection. */
    readonly StarttlsField: boolean;
    readonly StatementAccount: {
        /** @description Account, card or IBAN number, as printed. */
        readonly accountNumber: string | null;
        /** @description As printed. */
        readonly statementPeriod: string | null;
        readonly bankName: string | null;
        readonly holder: string | null;
        readonly accountType: string | null;
        /** @description ISO 4217. */
        readonly currency: string | null;
        readonly openingBalance: number | null;
        readonly closingBalance: number | null;
        /** @description Whether a positive balance is money or a debt; null if nothing was read. */
        readonly balanceMeaning: ("owned" | "owed") | null;
        /** Format: date */
        readonly periodStart: string | null;
        /** Format: date */
        readonly periodEnd: string | null;
    };
    readonly StatementTransaction: {
        /**
         * Format: date
         * @description null if the text does not tell the year.
         */
        readonly date: string | null;
        readonly description: string;
        /** @description Signed: a debit is negative. */
        readonly amount: number;
        /** @description After this transaction. */
        readonly balance: number | null;
        /**
         * @description Agrees with the sign of `amount`.
         * @enum {string}
         */
        readonly type: "debit" | "credit";
        /** @description Whether the balance is printed or follows from it. */
        readonly balanceSource: ("printed" | "computed") | null;
        /** Format: date */
        readonly valueDate: string | null;
        readonly category: string | null;
        /** @description Position in `accounts`, if there are several. */
        readonly account?: number;
    };
    /**
     * @description `held`: until its endpoint is enabled; `failed`: it is not tried any more, unless it is replayed.
     * @enum {string}
     */
    readonly StatusField: "waiting" | "held" | "delivered" | "failed";
    /**
     * @description `draft`: nothing is published. `changed`: the draft differs from what is published.
     * @enum {string}
     */
    readonly StatusField2: "draft" | "published" | "changed";
    /**
     * @description `completed` and `canceled` are final; `completed` also if items have failed: see the counters.
     * @enum {string}
     */
    readonly StatusField3: "queued" | "processing" | "completed" | "canceled";
    readonly StatusSessionAnswer: {
        /** @constant */
        readonly success: true;
        /** @enum {string} */
        readonly status: "signed_in" | "second_factor_required";
        readonly session: Schemas["SessionField"];
    };
    /** @description A variable that the data does not have is an error, in place of nothing that is printed. */
    readonly StrictVariablesField: boolean;
    /** @description Refuses a template that uses a variable which `data` does not have. Default: it prints nothing. */
    readonly StrictVariablesField2: boolean;
    readonly Subscription: {
        /**
         * @description What `BILLING` is.
         * @enum {string}
         */
        readonly provider: "off" | "test" | "stripe";
        /**
         * @description `incomplete`: the card is to be confirmed; `past_due`: an invoice is owed.
         * @enum {string}
         */
        readonly state: "none" | "incomplete" | "trialing" | "active" | "past_due" | "canceled";
        readonly plan: string | null;
        readonly billing: ("month" | "year") | null;
        /** Format: date-time */
        readonly trial_ends_at: string | null;
        /** Format: date-time */
        readonly paid_until: string | null;
        /**
         * Format: date-time
         * @description When it is over, if it was canceled.
         */
        readonly ends_at: string | null;
        /** @description What follows when the period is over. */
        readonly next: {
            readonly plan: string;
            readonly billing: Schemas["BillingField"];
        } | null;
        readonly card: {
            readonly brand: string;
            readonly last4: string;
        } | null;
        /** @description Where the customer confirms the card. */
        readonly confirmation_url: string | null;
        readonly owed: {
            readonly invoice: string;
            /** Format: date-time */
            readonly failed_at: string;
            /** Format: date-time */
            readonly next_try_at: string;
            /**
             * Format: date-time
             * @description Work is refused then; null: it goes on.
             */
            readonly work_until: string | null;
        } | null;
        /**
         * Format: date-time
         * @description By the clock of the organisation, which `BILLING=test` can move.
         */
        readonly now: string;
    };
    readonly SubscriptionAnswer: {
        /** @constant */
        readonly success: true;
        readonly subscription: Schemas["Subscription"];
    };
    readonly SuccessAnswer: {
        /** @constant */
        readonly success: true;
    };
    readonly SummarizeRequest: {
        readonly text?: Schemas["TextField"];
        /**
         * @description How long: 2 to 3, 5 to 7, or 10 to 15 sentences. Default: `"standard"`.
         * @enum {string}
         */
        readonly summaryType?: "brief" | "standard" | "detailed";
        readonly file?: Schemas["FileField2"];
        readonly source?: Schemas["SourceField"];
        readonly template_id?: Schemas["TemplateIdField2"];
        readonly data?: Schemas["DataField2"];
        readonly includeEvidence?: Schemas["IncludeEvidenceField"];
    };
    /**
     * @description Tables with pipes, their spans expanded, or as HTML with their spans. Default: `"gfm"`.
     * @enum {string}
     */
    readonly TablesField: "gfm" | "html";
    /** @description A word of yours, such as a department or a customer; usage is reported by it. */
    readonly TagField: string;
    readonly TagsField: {
        readonly [key: string]: string;
    };
    readonly Tax: {
        readonly name: string;
        readonly percent: number;
        /** @description The customer accounts for it. */
        readonly reverse_charge: boolean;
    };
    readonly Template: {
        readonly id: string;
        readonly slug: string;
        readonly name: Schemas["NameField"];
        /** @description Empty for none. */
        readonly folder: string;
        readonly status: Schemas["StatusField2"];
        /** @description Number of the newest version; null before the first. */
        readonly version: number | null;
        /** @description The version that `template_id: "slug"` uses. */
        readonly published_version: number | null;
        /** @description When it was made, in milliseconds since 1970. */
        readonly created: number;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
        /** @description Counts the changes of the draft. */
        readonly revision: number;
        /** @description What the following is of: a version, or the draft. */
        readonly shown: number | "draft";
        readonly content: Schemas["ContentField"];
        readonly css: Schemas["CssField"];
        readonly header: Schemas["HeaderField"];
        readonly footer: Schemas["FooterField"];
        readonly sample_data: Schemas["SampleDataField"];
        /** @description More data to try it with, each under a name: at most 20, of 500 kB each. All of them are given at once. */
        readonly samples: readonly {
            readonly name: Schemas["NameField"];
            readonly data: {
                readonly [key: string]: unknown;
            };
        }[];
        readonly schema: Schemas["SchemaField"];
        readonly options: Schemas["OptionsField"];
        readonly escape: Schemas["EscapeField"];
        readonly strict_variables: Schemas["StrictVariablesField"];
        /** @description Its files. */
        readonly assets: readonly {
            readonly name: string;
            /** @description Bytes. */
            readonly size: number;
            /** @description In hex. */
            readonly sha256: string;
        }[];
        /** @description The snippets that it uses: of a version as they were then, of the draft as they are now. */
        readonly snippets: readonly {
            readonly name: string;
            readonly version: number;
            readonly content: string;
        }[];
    };
    readonly TemplateAnswer: {
        /** @constant */
        readonly success: true;
        readonly template: Schemas["Template"];
    };
    /** @description A template without what it says. */
    readonly TemplateEntry: {
        readonly id: string;
        readonly slug: string;
        readonly name: Schemas["NameField"];
        /** @description Empty for none. */
        readonly folder: string;
        readonly status: Schemas["StatusField2"];
        /** @description Number of the newest version; null before the first. */
        readonly version: number | null;
        /** @description The version that `template_id: "slug"` uses. */
        readonly published_version: number | null;
        /** @description When it was made, in milliseconds since 1970. */
        readonly created: number;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
    };
    /** @description A stored template, in place of `source`: its slug or id; with `@3` that version of it, with `@draft` what is being worked on. It is filled with `data`. */
    readonly TemplateIdField: string;
    /** @description In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`. */
    readonly TemplateIdField2: string;
    readonly TemplateProblem: {
        /** @enum {string} */
        readonly part: "content" | "header" | "footer" | "options" | "schema";
        /** @description JSON Pointer (RFC 6901) into the options or the schema. */
        readonly pointer?: string;
        /** @description The snippet that it is in. */
        readonly snippet?: string;
        /** @description From 1, in the part or the snippet. */
        readonly line?: number;
        readonly column?: number;
        /** @description What is wrong; no value of the data. */
        readonly message: string;
        /** @description Path of the variable that the data does not have. */
        readonly variable?: string;
        /** @description The nearest name that is known. */
        readonly nearest?: string;
    };
    readonly TemplateToHtmlRequest: {
        readonly data?: Schemas["DataField"];
        readonly strict_variables?: Schemas["StrictVariablesField2"];
        readonly escape?: Schemas["EscapeField2"];
    };
    readonly TemplateVersion: {
        readonly version: number;
        /** @description Whether it is the one that is used. */
        readonly published: boolean;
        /** Format: date-time */
        readonly created_at: string;
        /** @description Id of the key or person that published it first. */
        readonly created_by: string;
    };
    /** @description What of the test went well; null without one. */
    readonly TestField: {
        /** @enum {string} */
        readonly write: "ok" | "not_tried";
        readonly read: Schemas["ReadField"];
        readonly remove: Schemas["ReadField"];
        /** @description The file that could not be removed. */
        readonly left: string | null;
    } | null;
    /** @description Whether it is tried before it is kept: a small file is written, read and removed. Default: `true`. */
    readonly TestField2: boolean;
    /** @description Text of the document, at most 2,000,000 characters; form feeds separate its pages. */
    readonly TextField: string;
    readonly TextRequest: {
        readonly links?: Schemas["LinksField2"];
        readonly wrap?: Schemas["WrapField"];
        readonly response_type?: Schemas["ResponseTypeField"];
        readonly encode?: Schemas["EncodeField"];
    } & (Schemas["PageOptions"] & Schemas["ReadableOptions"]);
    readonly ToField: readonly string[];
    /** @description Sent as Bearer. */
    readonly TokenField: string;
    /** @description What stands after `#token=` in the link. */
    readonly TokenField2: string;
    /** @description Tokens of the language model; zero where rules answered. */
    readonly TokensUsed: {
        readonly input: number;
        readonly output: number;
        readonly total: number;
    };
    readonly TranslateRequest: {
        readonly text?: Schemas["TextField"];
        /** @description Name of a language, such as `German`. */
        readonly targetLanguage: string;
        /** @description Name of the language of the text. Default: found out. */
        readonly sourceLanguage?: string;
        /** @description Keeps line breaks, lists and markup as they are. Default: `true`. */
        readonly preserveFormatting?: boolean;
        readonly file?: Schemas["FileField2"];
        readonly source?: Schemas["SourceField"];
        readonly template_id?: Schemas["TemplateIdField2"];
        readonly data?: Schemas["DataField2"];
        readonly includeEvidence?: Schemas["IncludeEvidenceField"];
    };
    /** @enum {string} */
    readonly TypeField: "conversion.succeeded" | "conversion.failed" | "conversion.canceled" | "delivery.succeeded" | "delivery.failed" | "batch.completed" | "template.published" | "credits.threshold_reached" | "credits.exhausted" | "key.locked" | "webhook_endpoint.disabled" | "connection.revoked" | "webhook.test";
    readonly UpdateBillingRequest: {
        /** @description What credits beyond the plan may cost in one period, in US cents. 0: none are given, and work is refused where those of the plan end; null: the monthly price of the plan. */
        readonly overage_ceiling_cents: number | null;
    };
    readonly UpdateConnectionRequest: {
        readonly name?: Schemas["NameField2"];
        /** @description What changes of the settings, credentials among them; null removes one. Another server needs the credentials again. */
        readonly settings?: {
            readonly [key: string]: unknown;
        };
        readonly test?: Schemas["TestField2"];
    };
    readonly UpdateKeyRequest: {
        readonly name?: Schemas["NameField3"];
        readonly scopes?: Schemas["ScopesField"];
        readonly allowlist?: Schemas["AllowlistField"];
        /**
         * Format: date-time
         * @description When the key stops to work; null: never.
         */
        readonly expires_at?: string | null;
        /** @description Credits in one period of the organisation (see `GET /v1/account`); null: as many as the organisation has. Work that would go beyond it is refused with 402 `credits_exhausted`. */
        readonly monthly_credit_cap?: number | null;
        /** @description Requests a minute, within the limit of the service; null: that limit. */
        readonly rate_limit?: number | null;
    };
    readonly UpdateWebhookRequest: {
        readonly url?: Schemas["UrlField"];
        /**
         * @description Default: POST.
         * @enum {string}
         */
        readonly method?: "POST" | "PUT" | "PATCH";
        /** @description Headers beside those of the service, 20 at most. Their values are not shown again. */
        readonly headers?: {
            readonly [key: string]: string;
        };
        /** @description Sent as Basic authentication (RFC 7617). The password is not shown again. */
        readonly auth?: {
            readonly username: string;
            readonly password: string;
        } | null;
        readonly events?: Schemas["EventsField"];
        /** @description What it is for. */
        readonly description?: string;
        /** @description `false`: nothing is sent, events are held for 30 days. `true`: what was held is sent, in its order. */
        readonly enabled?: boolean;
    };
    /** @description Where deliveries are sent: https, at a public address. An address that the operator allows (`PLATEN_EGRESS_ALLOW`) may be http or private. */
    readonly UrlField: string;
    /**
     * Format: uri
     * @description Folder that paths start in; of Nextcloud `https://cloud.example/remote.php/dav/files/USER/`.
     */
    readonly UrlField2: string;
    /**
     * Format: uri
     * @description Address that takes the bytes, such as a presigned URL. It is kept sealed, and shown without its query.
     */
    readonly UrlField3: string;
    readonly UsageRow: {
        /**
         * Format: date
         * @description UTC.
         */
        readonly day: string;
        /** @description null: a person who has signed in. */
        readonly key_id: string | null;
        /** @description Format of the result; `several` for several results of one page. */
        readonly format: string | null;
        readonly template: string | null;
        readonly tag: string | null;
        /** @description Pieces of work that went well. */
        readonly jobs: number;
        readonly credits: number;
        /** @description Of these, beyond what the plan includes. */
        readonly overage_credits: number;
        readonly ai_operations: number;
        readonly bank_pages: number;
        /** @description Length of the results. */
        readonly bytes: number;
    };
    readonly ValidateTemplateRequest: {
        readonly content: Schemas["ContentField"];
        readonly css?: Schemas["CssField"];
        readonly header?: Schemas["HeaderField"];
        readonly footer?: Schemas["FooterField"];
        /** @description If given, the template is filled with it, and variables that it lacks are reported. */
        readonly data?: {
            readonly [key: string]: unknown;
        };
        /** @description The same, as a template has it; `data` goes before. */
        readonly sample_data?: {
            readonly [key: string]: unknown;
        } | null;
        readonly schema?: Schemas["SchemaField"];
        readonly options?: Schemas["OptionsField"];
        readonly escape?: Schemas["EscapeField"];
        readonly strict_variables?: Schemas["StrictVariablesField"];
    };
    /** @description What was checked of an answer. */
    readonly Verification: {
        /**
         * @description `verified`: every value that is given is proven. `unverified`: the text has too little to tell. `failed`: a check failed.
         * @enum {string}
         */
        readonly status: "verified" | "unverified" | "failed";
        readonly checks: readonly Schemas["VerificationCheck"][];
        /** @description The same for each value that is given; without a check a value is never `verified`. */
        readonly fields: {
            readonly [key: string]: {
                /** @enum {string} */
                readonly status: "verified" | "unverified" | "failed";
                readonly checks: readonly Schemas["VerificationCheck"][];
            };
        };
        /** @description Paths of values that do not stand in the text, such as a sum. */
        readonly ungrounded: readonly string[];
        /**
         * @description What answered.
         * @enum {string}
         */
        readonly engine: "rules" | "model" | "model+rules";
    };
    readonly VerificationCheck: {
        readonly name: string;
        readonly ok: boolean;
        readonly expected: number | string | null;
        readonly actual: number | string | null;
    };
    readonly VerifyRequest: {
        readonly token: Schemas["TokenField2"];
    };
    readonly Viewport: {
        readonly width: number;
        readonly height: number;
        readonly device_scale_factor?: number;
    };
    readonly Warning: {
        readonly code: string;
        readonly message: string;
        /** @description Figures, names of fields, and in `items` at most ten of what it is about: `address` with `status` or `reason`, or the `message` and `line` of a script error; of HTML that was given, the line within its script. */
        readonly detail?: {
            readonly [key: string]: string | number | boolean | readonly {
                readonly [key: string]: string | number;
            }[];
        };
    };
    readonly Watermark: {
        /** @description Words; lines are kept. */
        readonly text?: string;
        /** @description A picture: its http or https URL, a data URL, or Base64. It has its own size at 96 pixels per inch. */
        readonly image?: string;
        /** @description A letterhead, for example: the http or https URL of a PDF (its first page) or of a picture, or a PDF as Base64. A PDF has at most 10 MB, a picture 5 MB. */
        readonly source?: string;
        /** @description Points. Default: `16`. */
        readonly font_size?: number;
        /**
         * @description Font of `text`. Default: `"Helvetica"`.
         * @enum {string}
         */
        readonly font_family?: "Helvetica" | "Times" | "Courier";
        /** @description Color of `text`. Default: `"#000000"`. */
        readonly font_color?: string;
        /** @description 0 (invisible) to 100, for pictures and PDFs too. Default: `100`. */
        readonly font_opacity?: number;
        /** @description Bold `text`. Default: `false`. */
        readonly font_bold?: boolean;
        /** @description Slanted `text`. Default: `false`. */
        readonly font_italic?: boolean;
        /** @description Points from the left edge of the page, or where it is aligned. Default: `"center"`. */
        readonly offset_x?: number | ("left" | "center" | "right");
        /** @description Points from the top edge of the page, or where it is aligned. Default: `"middle"`. */
        readonly offset_y?: number | ("top" | "middle" | "bottom");
        /** @description Degrees clockwise. Default -45; 0 for `source`. */
        readonly rotate?: number;
        /** @description Under the content instead of over it. Default: `false`. */
        readonly behind?: boolean;
    };
    readonly WebhookAnswer: {
        /** @constant */
        readonly success: true;
        readonly webhook: Schemas["WebhookEndpoint"];
    };
    readonly WebhookDelivery: {
        readonly id: string;
        /** @description Its id, `webhook-id` of each try. */
        readonly event: string;
        readonly type: Schemas["TypeField"];
        /** @description Null for the webhook of a request. */
        readonly endpoint: string | null;
        readonly job: string | null;
        readonly status: Schemas["StatusField"];
        readonly attempts: number;
        /** Format: date-time */
        readonly next_attempt_at: string | null;
        readonly last_status: number | null;
        readonly last_error: string | null;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly ended_at: string | null;
    };
    readonly WebhookEndpoint: {
        readonly id: string;
        /** @description Its origin only, for roles that are shown no secrets. */
        readonly url: string;
        /**
         * @description Default: POST.
         * @enum {string}
         */
        readonly method: "POST" | "PUT" | "PATCH";
        readonly description: string;
        readonly events: readonly string[];
        readonly header_names: readonly string[];
        readonly auth_username: string | null;
        readonly enabled: boolean;
        /** @description By somebody; it answered 410; nothing arrived for 5 days. */
        readonly disabled_reason: ("manual" | "gone" | "failing") | null;
        /** Format: date-time */
        readonly disabled_at: string | null;
        /** @description Tries that went well. */
        readonly delivered: number;
        /** @description Tries that did not. */
        readonly failed: number;
        /** Format: date-time */
        readonly failing_since: string | null;
        /** Format: date-time */
        readonly last_tried_at: string | null;
        readonly last_status: number | null;
        readonly last_error: string | null;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
    };
    readonly WebhookSecret: {
        /** @constant */
        readonly success: true;
        /** @description `whsec_…` */
        readonly secret: string;
        /** Format: date-time */
        readonly created_at: string;
        /** @description Until when secrets before it sign too. */
        readonly previous_until: readonly string[];
    };
    /** @description Columns after which lines are broken; 0 keeps a paragraph in one line. Tables and code stay as they are. Default: `0`. */
    readonly WrapField: number;
}
