-- CreateTable
CREATE TABLE "organisation" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "org_roles" TEXT[],
    "status" TEXT NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential" (
    "user_id" UUID NOT NULL,
    "password_hash" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "session_token" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "session_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "host_link" (
    "hash" BYTEA NOT NULL,
    "purpose" TEXT NOT NULL,
    "user_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "host_link_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "access_class" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "tokens" TEXT[],
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "access_class_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "principal_epoch" (
    "principal_id" UUID NOT NULL,
    "epoch" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "principal_epoch_pkey" PRIMARY KEY ("principal_id")
);

-- CreateTable
CREATE TABLE "space" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "owner_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "space_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "space_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "joined_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("space_id","user_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "email" TEXT,
    "token_hash" BYTEA NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "accepted_at" TIMESTAMPTZ(6),
    "accepted_by" UUID,
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_policy" (
    "space_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "approvals" INTEGER NOT NULL DEFAULT 1,
    "self_approval" BOOLEAN NOT NULL DEFAULT false,
    "self_approval_until_second_reviewer" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "review_policy_pkey" PRIMARY KEY ("space_id","kind")
);

-- CreateTable
CREATE TABLE "subject" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "user_id" UUID,
    "agent_id" UUID,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,

    CONSTRAINT "subject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "client_type" TEXT NOT NULL,
    "role_prompt" TEXT NOT NULL DEFAULT '',
    "rules_prompt" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'active',
    "budget_tokens" INTEGER NOT NULL DEFAULT 4000,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "first_call_at" TIMESTAMPTZ(6),
    "last_call_at" TIMESTAMPTZ(6),
    "last_client" TEXT,

    CONSTRAINT "agent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mount" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 50,
    "budget_tokens" INTEGER NOT NULL DEFAULT 1000,
    "pinned_revision_id" UUID,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "visibility" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'none',
    "tags" TEXT[],
    "published_revision_id" UUID,
    "last_revision_number" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset_revision" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "root_tree" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "parent_id" UUID,
    "submitted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tree_entry" (
    "space_id" UUID NOT NULL,
    "tree" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "tree_entry_pkey" PRIMARY KEY ("space_id","tree","name")
);

-- CreateTable
CREATE TABLE "blob" (
    "space_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA,
    "size" INTEGER NOT NULL,
    "erased_at" TIMESTAMPTZ(6),

    CONSTRAINT "blob_pkey" PRIMARY KEY ("space_id","sha256")
);

-- CreateTable
CREATE TABLE "asset_grant" (
    "asset_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "granted_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_grant_pkey" PRIMARY KEY ("asset_id","token")
);

-- CreateTable
CREATE TABLE "proposal" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "tags" TEXT[],
    "author_kind" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "author_user_id" UUID NOT NULL,
    "last_editor_id" UUID NOT NULL,
    "co_author_ids" UUID[],
    "base_revision_id" UUID,
    "revision_id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(6),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "proposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_decision" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "note" TEXT,
    "digest" TEXT NOT NULL,
    "policy_version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_check" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "summary" TEXT NOT NULL DEFAULT '',
    "error" TEXT,
    "started_at" TIMESTAMPTZ(6),
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "review_check_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "check_finding" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "check_id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "path" TEXT,
    "line" INTEGER,
    "message" TEXT NOT NULL,
    "excerpt" TEXT,
    "acknowledged_by" UUID,
    "acknowledged_at" TIMESTAMPTZ(6),

    CONSTRAINT "check_finding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "title" TEXT,
    "off_the_record" BOOLEAN NOT NULL DEFAULT false,
    "turn_count" INTEGER NOT NULL DEFAULT 0,
    "user_turn_count" INTEGER NOT NULL DEFAULT 0,
    "extracted_seq" INTEGER NOT NULL DEFAULT 0,
    "extracted_user_turns" INTEGER NOT NULL DEFAULT 0,
    "claim_id" UUID,
    "claimed_seq" INTEGER,
    "claim_expires_at" TIMESTAMPTZ(6),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(6),
    "last_error" TEXT,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_turn_at" TIMESTAMPTZ(6),
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "turn" (
    "conversation_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "speaker" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "tool_calls" JSONB,
    "occurred_at" TIMESTAMPTZ(6) NOT NULL,
    "zone" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "turn_pkey" PRIMARY KEY ("conversation_id","seq")
) PARTITION BY HASH ("conversation_id");

-- CreateTable
CREATE TABLE "idempotency_key" (
    "principal_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "org_id" UUID NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "response" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("principal_id","operation","key")
);

-- CreateTable
CREATE TABLE "card" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "priority" INTEGER NOT NULL,
    "category" TEXT,
    "tags" TEXT[],
    "metadata" JSONB NOT NULL,
    "entities" TEXT[],
    "attribute" JSONB,
    "confidence" DOUBLE PRECISION NOT NULL,
    "speaker" TEXT,
    "lang" TEXT NOT NULL,
    "trust" TEXT NOT NULL,
    "flags" TEXT[],
    "origin" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'live',
    "scene_id" UUID,
    "scene_title" TEXT NOT NULL,
    "said_at" TIMESTAMPTZ(6) NOT NULL,
    "event_time" TIMESTAMPTZ(6),
    "event_until" TIMESTAMPTZ(6),
    "event_precision" TEXT,
    "current_at" TIMESTAMPTZ(6) NOT NULL,
    "valid_from" TIMESTAMPTZ(6),
    "valid_to" TIMESTAMPTZ(6),
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rev" INTEGER NOT NULL DEFAULT 1,
    "superseded_by" UUID,
    "retired_because" TEXT,
    "unarbitrated" BOOLEAN NOT NULL DEFAULT false,
    "conversation_id" UUID,
    "range_start" INTEGER,
    "ordinal" INTEGER,
    "extractor_version" TEXT,

    CONSTRAINT "card_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card_source" (
    "card_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "start_at" INTEGER NOT NULL,
    "end_at" INTEGER NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,

    CONSTRAINT "card_source_pkey" PRIMARY KEY ("card_id","conversation_id","seq","start_at")
);

-- CreateTable
CREATE TABLE "card_history" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "card_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "before" JSONB NOT NULL,
    "reason" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "card_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tombstone" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "text_hash" BYTEA NOT NULL,
    "deleted_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tombstone_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "markdown" TEXT NOT NULL,
    "heat" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "rev" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scene_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene_heat" (
    "id" BIGSERIAL NOT NULL,
    "scene_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scene_heat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "persona" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "markdown" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "persona_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "persona_line" (
    "persona_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "section" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "scene_ids" UUID[],
    "card_ids" UUID[],

    CONSTRAINT "persona_line_pkey" PRIMARY KEY ("persona_id","ordinal")
);

-- CreateTable
CREATE TABLE "extraction_run" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "range_start" INTEGER NOT NULL,
    "range_end" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "extractor" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "cards" INTEGER NOT NULL DEFAULT 0,
    "log" JSONB NOT NULL,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "extraction_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_chunk" (
    "no" BIGSERIAL NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "layer" TEXT,
    "item_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "asset_id" UUID,
    "agent_id" UUID,
    "subject_id" UUID,
    "conversation_id" UUID,
    "position" INTEGER,
    "path" TEXT,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "lang" TEXT NOT NULL,
    "tags" TEXT[],
    "category" TEXT,
    "trust" TEXT NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "terms" BIGINT[],
    "counts" INTEGER[],
    "length" INTEGER NOT NULL,
    "rev" INTEGER NOT NULL,
    "event_time" TIMESTAMPTZ(6),
    "recorded_at" TIMESTAMPTZ(6) NOT NULL,
    "valid_to" TIMESTAMPTZ(6),
    "embed_state" SMALLINT NOT NULL DEFAULT 0,
    "embed_priority" SMALLINT NOT NULL,
    "embed_attempts" SMALLINT NOT NULL DEFAULT 0,
    "embed_after" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "embed_error" TEXT,

    CONSTRAINT "search_chunk_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "search_posting" (
    "acl_id" UUID NOT NULL,
    "term" BIGINT NOT NULL,
    "chunk_no" BIGINT NOT NULL,
    "tf" SMALLINT NOT NULL,

    CONSTRAINT "search_posting_pkey" PRIMARY KEY ("term","acl_id","chunk_no")
);

-- CreateTable
CREATE TABLE "search_vector" (
    "vector_space" TEXT NOT NULL,
    "chunk_no" BIGINT NOT NULL,
    "acl_id" UUID NOT NULL,
    "rev" INTEGER NOT NULL,
    "vector" BYTEA NOT NULL,

    CONSTRAINT "search_vector_pkey" PRIMARY KEY ("vector_space","chunk_no")
);

-- CreateTable
CREATE TABLE "task" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "acl_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(6),
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_event" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "task_id" UUID,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(6),
    "starts" INTEGER NOT NULL DEFAULT 0,
    "parked_at" TIMESTAMPTZ(6),
    "last_error" TEXT,

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "space_id" UUID,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID NOT NULL,
    "key_id" UUID,
    "address" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "outcome" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_seal" (
    "no" BIGINT NOT NULL,
    "entry_id" UUID NOT NULL,
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "sealed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_seal_pkey" PRIMARY KEY ("no")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_org_id_email_key" ON "app_user"("org_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session_token"("hash");

-- CreateIndex
CREATE INDEX "session_token_user_id_idx" ON "session_token"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "access_class_hash_key" ON "access_class"("hash");

-- CreateIndex
CREATE INDEX "space_acl_id_idx" ON "space"("acl_id");

-- CreateIndex
CREATE UNIQUE INDEX "space_org_id_slug_key" ON "space"("org_id", "slug");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_space_id_idx" ON "invitation"("space_id");

-- CreateIndex
CREATE UNIQUE INDEX "subject_user_id_key" ON "subject"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "subject_agent_id_key_key" ON "subject"("agent_id", "key");

-- CreateIndex
CREATE INDEX "agent_acl_id_idx" ON "agent"("acl_id");

-- CreateIndex
CREATE INDEX "agent_owner_id_idx" ON "agent"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "agent_space_id_name_key" ON "agent"("space_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_agent_id_idx" ON "api_key"("agent_id");

-- CreateIndex
CREATE INDEX "mount_asset_id_idx" ON "mount"("asset_id");

-- CreateIndex
CREATE UNIQUE INDEX "mount_agent_id_asset_id_key" ON "mount"("agent_id", "asset_id");

-- CreateIndex
CREATE INDEX "asset_acl_id_idx" ON "asset"("acl_id");

-- CreateIndex
CREATE INDEX "asset_revision_acl_id_idx" ON "asset_revision"("acl_id");

-- CreateIndex
CREATE UNIQUE INDEX "asset_revision_asset_id_number_key" ON "asset_revision"("asset_id", "number");

-- CreateIndex
CREATE INDEX "proposal_acl_id_state_idx" ON "proposal"("acl_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "proposal_asset_id_number_key" ON "proposal"("asset_id", "number");

-- CreateIndex
CREATE INDEX "review_decision_proposal_id_idx" ON "review_decision"("proposal_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_check_proposal_id_digest_name_key" ON "review_check"("proposal_id", "digest", "name");

-- CreateIndex
CREATE INDEX "check_finding_check_id_idx" ON "check_finding"("check_id");

-- CreateIndex
CREATE INDEX "conversation_acl_id_idx" ON "conversation"("acl_id");

-- CreateIndex
CREATE UNIQUE INDEX "conversation_agent_id_session_id_key" ON "conversation"("agent_id", "session_id");

-- CreateIndex
CREATE INDEX "card_acl_id_state_idx" ON "card"("acl_id", "state");

-- CreateIndex
CREATE INDEX "card_superseded_by_idx" ON "card"("superseded_by");

-- CreateIndex
CREATE INDEX "card_scene_id_idx" ON "card"("scene_id");

-- CreateIndex
CREATE UNIQUE INDEX "card_conversation_id_range_start_extractor_version_ordinal_key" ON "card"("conversation_id", "range_start", "extractor_version", "ordinal");

-- CreateIndex
CREATE INDEX "card_source_conversation_id_seq_idx" ON "card_source"("conversation_id", "seq");

-- CreateIndex
CREATE INDEX "card_history_card_id_idx" ON "card_history"("card_id");

-- CreateIndex
CREATE UNIQUE INDEX "tombstone_acl_id_text_hash_key" ON "tombstone"("acl_id", "text_hash");

-- CreateIndex
CREATE INDEX "scene_acl_id_idx" ON "scene"("acl_id");

-- CreateIndex
CREATE UNIQUE INDEX "persona_agent_id_subject_id_key" ON "persona"("agent_id", "subject_id");

-- CreateIndex
CREATE INDEX "extraction_run_conversation_id_idx" ON "extraction_run"("conversation_id");

-- CreateIndex
CREATE INDEX "search_chunk_acl_id_kind_idx" ON "search_chunk"("acl_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "search_chunk_item_id_ordinal_key" ON "search_chunk"("item_id", "ordinal");

-- CreateIndex
CREATE INDEX "task_state_created_at_idx" ON "task"("state", "created_at");

-- CreateIndex
CREATE INDEX "outbox_event_topic_key_idx" ON "outbox_event"("topic", "key");

-- CreateIndex
CREATE INDEX "audit_entry_org_id_created_at_idx" ON "audit_entry"("org_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entry_space_id_created_at_idx" ON "audit_entry"("space_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_seal_entry_id_key" ON "audit_seal"("entry_id");

-- What the schema file cannot say ------------------------------------------------------------------

DO $$ BEGIN
  FOR i IN 0..15 LOOP
    EXECUTE format('CREATE TABLE turn_p%s PARTITION OF turn FOR VALUES WITH (MODULUS 16, REMAINDER %s)', i, i);
  END LOOP;
END $$;
CREATE UNIQUE INDEX turn_identity_key ON turn (conversation_id, identity);
CREATE INDEX turn_id_idx ON turn (id);

CREATE INDEX access_class_tokens_idx ON access_class USING gin (tokens);
CREATE INDEX search_chunk_pending_idx ON search_chunk (embed_priority, embed_after) WHERE embed_state = 0;
CREATE INDEX search_chunk_waiting_idx ON search_chunk (acl_id) WHERE embed_state = 0;
-- With the count in the index a search reads no rows of this table.
ALTER TABLE search_posting DROP CONSTRAINT search_posting_pkey;
ALTER TABLE search_posting ADD CONSTRAINT search_posting_pkey PRIMARY KEY (term, acl_id, chunk_no) INCLUDE (tf);
CREATE INDEX search_chunk_asset_idx ON search_chunk (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX search_chunk_conversation_idx ON search_chunk (conversation_id, position) WHERE conversation_id IS NOT NULL;
CREATE INDEX asset_revision_proposal_idx ON asset_revision (proposal_id);
-- A name is taken by what was published: a draft that nobody else sees must not be found out by its name.
CREATE UNIQUE INDEX asset_name_key ON asset (space_id, kind, name) WHERE status <> 'none';
CREATE INDEX outbox_event_due_idx ON outbox_event (due_at) WHERE parked_at IS NULL;
CREATE INDEX conversation_pending_idx ON conversation (last_turn_at) WHERE turn_count > extracted_seq;
CREATE INDEX card_scope_idx ON card (agent_id, subject_id, state);

-- The writer's transaction id tells another process which vectors are new to it: an id below the
-- oldest running transaction can no longer appear late, which a sequence cannot promise.
ALTER TABLE search_vector ADD COLUMN written_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX search_vector_xid_idx ON search_vector (written_xid);
CREATE TABLE search_vector_gone (
  chunk_no bigint NOT NULL,
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  gone_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX search_vector_gone_xid_idx ON search_vector_gone (written_xid);

-- Documents and their lengths per access class, as deltas: writers only append, a sweeper folds them.
CREATE TABLE search_class_delta (
  acl_id uuid NOT NULL,
  documents int NOT NULL,
  total_length bigint NOT NULL
);
CREATE INDEX search_class_delta_acl_idx ON search_class_delta (acl_id) INCLUDE (documents, total_length);

ALTER TABLE audit_entry ADD COLUMN written_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX audit_entry_xid_idx ON audit_entry (written_xid, id);

-- Rows that belong to another row go with it.
ALTER TABLE turn ADD FOREIGN KEY (conversation_id) REFERENCES conversation (id) ON DELETE CASCADE;
ALTER TABLE card_source ADD FOREIGN KEY (card_id) REFERENCES card (id) ON DELETE CASCADE;
ALTER TABLE card_history ADD FOREIGN KEY (card_id) REFERENCES card (id) ON DELETE CASCADE;
ALTER TABLE persona_line ADD FOREIGN KEY (persona_id) REFERENCES persona (id) ON DELETE CASCADE;
ALTER TABLE scene_heat ADD FOREIGN KEY (scene_id) REFERENCES scene (id) ON DELETE CASCADE;
ALTER TABLE extraction_run ADD FOREIGN KEY (conversation_id) REFERENCES conversation (id) ON DELETE CASCADE;
ALTER TABLE api_key ADD FOREIGN KEY (agent_id) REFERENCES agent (id) ON DELETE CASCADE;
ALTER TABLE mount ADD FOREIGN KEY (agent_id) REFERENCES agent (id) ON DELETE CASCADE;
ALTER TABLE mount ADD FOREIGN KEY (asset_id) REFERENCES asset (id) ON DELETE CASCADE;
ALTER TABLE asset_revision ADD FOREIGN KEY (asset_id) REFERENCES asset (id) ON DELETE CASCADE;
ALTER TABLE asset_grant ADD FOREIGN KEY (asset_id) REFERENCES asset (id) ON DELETE CASCADE;
ALTER TABLE proposal ADD FOREIGN KEY (asset_id) REFERENCES asset (id) ON DELETE CASCADE;
ALTER TABLE review_decision ADD FOREIGN KEY (proposal_id) REFERENCES proposal (id) ON DELETE CASCADE;
ALTER TABLE review_check ADD FOREIGN KEY (proposal_id) REFERENCES proposal (id) ON DELETE CASCADE;
ALTER TABLE check_finding ADD FOREIGN KEY (check_id) REFERENCES review_check (id) ON DELETE CASCADE;
ALTER TABLE membership ADD FOREIGN KEY (space_id) REFERENCES space (id) ON DELETE CASCADE;
ALTER TABLE membership ADD FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE;
ALTER TABLE credential ADD FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE;
ALTER TABLE session_token ADD FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE;

-- Database roles: memhub_app obeys row-level security, memhub_system serves the relay, the sweepers,
-- sign-in and the loading of indexes. Both are group roles; the program's logins are their members.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'memhub_app') THEN CREATE ROLE memhub_app NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'memhub_system') THEN CREATE ROLE memhub_system NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO memhub_app, memhub_system;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memhub_app, memhub_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO memhub_system;
GRANT SELECT ON app_user, organisation, space, membership, invitation, review_policy TO memhub_app;
GRANT UPDATE (name, locale, time_zone) ON app_user TO memhub_app;
GRANT INSERT, UPDATE, DELETE ON space, membership, invitation, review_policy TO memhub_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON subject, agent, api_key, mount, asset, asset_revision, asset_grant,
  proposal, review_decision, review_check, check_finding, conversation, turn, card, card_source, card_history,
  tombstone, scene, scene_heat, persona, persona_line, extraction_run, search_chunk, search_posting,
  search_vector, task TO memhub_app;
GRANT INSERT ON tree_entry, blob, outbox_event, search_vector_gone TO memhub_app;
GRANT SELECT, INSERT ON search_class_delta TO memhub_app;
GRANT SELECT, INSERT ON audit_entry, idempotency_key TO memhub_app;
GRANT SELECT ON audit_seal, access_class TO memhub_app;

-- Who asks is in settings of the transaction:
--   memhub.org, memhub.principal, memhub.user   ids
--   memhub.tokens                               the principal's tokens
--   memhub.classes                              readable access classes
--   memhub.mounted                              '*' for people, ids of mounted assets for agents
--   memhub.write_spaces, memhub.admin_spaces    spaces where the principal may write / administer
--   memhub.audit                                'org' for those who may read the organisation's audit log
-- Without them every policy below lets nothing through.
CREATE FUNCTION memhub_uuid_setting(name text) RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting(name, true), '')::uuid $$;
CREATE FUNCTION memhub_uuids_setting(name text) RETURNS uuid[] LANGUAGE sql STABLE AS
  $$ SELECT string_to_array(nullif(current_setting(name, true), '*'), ',')::uuid[] $$;

DO $$
DECLARE
  t text;
  readable constant text := 'acl_id = ANY ((SELECT memhub_uuids_setting(''memhub.classes''))::uuid[])';
  mounted constant text := '((SELECT current_setting(''memhub.mounted'', true)) = ''*'' OR %s = ANY ((SELECT memhub_uuids_setting(''memhub.mounted''))::uuid[]))';
  in_write_space constant text := 'space_id = ANY ((SELECT memhub_uuids_setting(''memhub.write_spaces''))::uuid[])';
  in_admin_space constant text := 'space_id = ANY ((SELECT memhub_uuids_setting(''memhub.admin_spaces''))::uuid[])';
  r text;
  w text;
BEGIN
  FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\_prisma%' AND tablename NOT LIKE 'turn\_p%' LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY owner_all ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t);
    EXECUTE format('CREATE POLICY system_all ON %I TO memhub_system USING (true) WITH CHECK (true)', t);
  END LOOP;

  FOREACH t IN ARRAY ARRAY['subject','conversation','turn','card','card_source','card_history','tombstone','scene',
    'scene_heat','persona','persona_line','extraction_run','task','api_key',
    'agent','mount','space','membership','invitation','review_policy',
    'asset','asset_revision','asset_grant','proposal','review_decision','review_check','check_finding',
    'search_chunk','search_posting','search_vector','search_class_delta'] LOOP
    r := readable;
    w := readable;
    IF t = 'asset' THEN r := r || ' AND ' || format(mounted, 'id');
    ELSIF t IN ('asset_revision','asset_grant','proposal','review_decision','review_check','check_finding') THEN
      r := r || ' AND ' || format(mounted, 'asset_id');
    ELSIF t = 'search_chunk' THEN r := r || ' AND (asset_id IS NULL OR ' || format(mounted, 'asset_id') || ')';
    END IF;
    IF t IN ('agent','mount','asset','asset_revision','asset_grant','proposal','review_decision','review_check','check_finding') THEN
      w := w || ' AND ' || in_write_space;
    ELSIF t IN ('membership','invitation','review_policy') THEN w := w || ' AND ' || in_admin_space;
    ELSIF t = 'space' THEN w := w || ' AND id = ANY ((SELECT memhub_uuids_setting(''memhub.admin_spaces''))::uuid[])';
    END IF;
    EXECUTE format('CREATE POLICY app_read ON %I FOR SELECT TO memhub_app USING (%s)', t, r);
    EXECUTE format('CREATE POLICY app_insert ON %I FOR INSERT TO memhub_app WITH CHECK (%s)', t, w);
    EXECUTE format('CREATE POLICY app_update ON %I FOR UPDATE TO memhub_app USING (%s) WITH CHECK (%s)', t, w, w);
    EXECUTE format('CREATE POLICY app_delete ON %I FOR DELETE TO memhub_app USING (%s)', t, w);
  END LOOP;
END $$;

CREATE POLICY app_read ON access_class FOR SELECT TO memhub_app
  USING (id = ANY ((SELECT memhub_uuids_setting('memhub.classes'))::uuid[]));
CREATE POLICY app_read ON organisation FOR SELECT TO memhub_app USING (id = (SELECT memhub_uuid_setting('memhub.org')));
CREATE POLICY app_read ON app_user FOR SELECT TO memhub_app USING (org_id = (SELECT memhub_uuid_setting('memhub.org')));
CREATE POLICY app_update ON app_user FOR UPDATE TO memhub_app
  USING (id = (SELECT memhub_uuid_setting('memhub.user'))) WITH CHECK (id = (SELECT memhub_uuid_setting('memhub.user')));
CREATE POLICY app_insert ON tree_entry FOR INSERT TO memhub_app
  WITH CHECK (space_id = ANY ((SELECT memhub_uuids_setting('memhub.write_spaces'))::uuid[]));
CREATE POLICY app_insert ON blob FOR INSERT TO memhub_app
  WITH CHECK (space_id = ANY ((SELECT memhub_uuids_setting('memhub.write_spaces'))::uuid[]));
CREATE POLICY app_insert ON outbox_event FOR INSERT TO memhub_app
  WITH CHECK (org_id = (SELECT memhub_uuid_setting('memhub.org')));
CREATE POLICY app_insert ON search_vector_gone FOR INSERT TO memhub_app WITH CHECK (true);
CREATE POLICY app_insert ON audit_entry FOR INSERT TO memhub_app
  WITH CHECK (org_id = (SELECT memhub_uuid_setting('memhub.org')));
CREATE POLICY app_read ON audit_entry FOR SELECT TO memhub_app USING (
  org_id = (SELECT memhub_uuid_setting('memhub.org')) AND (
    (SELECT current_setting('memhub.audit', true)) = 'org'
    OR space_id = ANY ((SELECT memhub_uuids_setting('memhub.admin_spaces'))::uuid[])));
CREATE POLICY app_read ON audit_seal FOR SELECT TO memhub_app
  USING ((SELECT current_setting('memhub.audit', true)) = 'org');
CREATE POLICY app_read ON idempotency_key FOR SELECT TO memhub_app
  USING (principal_id = (SELECT memhub_uuid_setting('memhub.principal')));
CREATE POLICY app_insert ON idempotency_key FOR INSERT TO memhub_app
  WITH CHECK (principal_id = (SELECT memhub_uuid_setting('memhub.principal')));

-- Gives the class of a token set, made when it is new. A class that the asking principal may read joins
-- the readable ones of this transaction, so that a row of a new class can be written and read at once.
CREATE FUNCTION memhub_ensure_class(p_id uuid, p_tokens text[]) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sorted text[];
  digest bytea;
  found uuid;
  classes text;
BEGIN
  SELECT coalesce(array_agg(DISTINCT t COLLATE "C" ORDER BY t COLLATE "C"), '{}') INTO sorted FROM unnest(p_tokens) t;
  digest := sha256(convert_to(array_to_string(sorted, E'\n'), 'UTF8'));
  SELECT id INTO found FROM access_class WHERE hash = digest;
  IF found IS NULL THEN
    INSERT INTO access_class (id, hash, tokens) VALUES (p_id, digest, sorted) ON CONFLICT (hash) DO NOTHING;
    SELECT id INTO found FROM access_class WHERE hash = digest;
  END IF;
  IF sorted && string_to_array(current_setting('memhub.tokens', true), ',') THEN
    classes := coalesce(current_setting('memhub.classes', true), '');
    IF position(found::text IN classes) = 0 THEN
      PERFORM set_config('memhub.classes', concat_ws(',', nullif(classes, ''), found::text), true);
    END IF;
  END IF;
  RETURN found;
END $$;

-- The subject that stands for a person; an agent's memory is about its owner unless the session says otherwise.
CREATE FUNCTION memhub_subject_of_user(p_user uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM subject WHERE user_id = p_user
$$;

CREATE FUNCTION memhub_may_read(p_acl uuid, p_asset uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_acl = ANY (memhub_uuids_setting('memhub.classes')), false)
    AND coalesce(current_setting('memhub.mounted', true) = '*' OR p_asset = ANY (memhub_uuids_setting('memhub.mounted')), false)
$$;

-- The only way to blobs: by a revision that the asking principal may read.
CREATE FUNCTION memhub_revision_files(p_revision uuid)
RETURNS TABLE (path text, digest text, size int, bytes bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH RECURSIVE root AS (
    SELECT r.space_id, r.root_tree FROM asset_revision r
    WHERE r.id = p_revision AND memhub_may_read(r.acl_id, r.asset_id)
  ), walk AS (
    SELECT e.space_id, e.name AS path, e.kind, e.digest, e.size
    FROM root JOIN tree_entry e ON e.space_id = root.space_id AND e.tree = root.root_tree
    UNION ALL
    SELECT e.space_id, walk.path || '/' || e.name, e.kind, e.digest, e.size
    FROM walk JOIN tree_entry e ON e.space_id = walk.space_id AND e.tree = walk.digest
    WHERE walk.kind = 'tree'
  )
  SELECT walk.path, walk.digest, walk.size, blob.bytes
  FROM walk JOIN blob ON blob.space_id = walk.space_id AND blob.sha256 = walk.digest
  WHERE walk.kind = 'blob' ORDER BY walk.path COLLATE "C"
$$;

-- Locks an asset for a change by a person who may read it and write in its space, and opens to this transaction the
-- classes of all that moves with it: drafts that the person does not see must follow when an asset is revoked. The
-- answer is what of it the person may read; the program's own filter shows nothing else.
CREATE FUNCTION memhub_hold_asset(p_asset uuid) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  held text[] := string_to_array(current_setting('memhub.tokens', true), ',');
  parts uuid[];
BEGIN
  IF coalesce(current_setting('memhub.mounted', true), '') <> '*' THEN RETURN '{}'; END IF;
  -- Twice, because the row may change while this waits for the lock.
  FOR attempt IN 1..2 LOOP
    PERFORM FROM asset a JOIN access_class c ON c.id = a.acl_id
      WHERE a.id = p_asset AND c.tokens && held AND a.space_id = ANY (memhub_uuids_setting('memhub.write_spaces'));
    IF NOT FOUND THEN RETURN '{}'; END IF;
    PERFORM FROM asset WHERE id = p_asset FOR UPDATE;
  END LOOP;
  parts := array(
    SELECT acl_id FROM asset WHERE id = p_asset UNION SELECT acl_id FROM asset_revision WHERE asset_id = p_asset
    UNION SELECT acl_id FROM proposal WHERE asset_id = p_asset UNION SELECT acl_id FROM search_chunk WHERE asset_id = p_asset);
  PERFORM set_config('memhub.classes', array_to_string(array(
    SELECT unnest(parts) UNION SELECT unnest(memhub_uuids_setting('memhub.classes'))), ','), true);
  RETURN array(SELECT id::text FROM access_class WHERE id = ANY (parts) AND tokens && held);
END $$;

REVOKE ALL ON FUNCTION memhub_ensure_class, memhub_hold_asset, memhub_revision_files, memhub_subject_of_user FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memhub_ensure_class, memhub_hold_asset, memhub_revision_files, memhub_subject_of_user TO memhub_app, memhub_system;

-- Epochs: what is cached about a principal is keyed by its epoch; these triggers move it.
CREATE FUNCTION memhub_bump(p_ids uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO principal_epoch (principal_id, epoch)
  SELECT DISTINCT id, 1 FROM unnest(p_ids) id WHERE id IS NOT NULL ORDER BY id
  ON CONFLICT (principal_id) DO UPDATE SET epoch = principal_epoch.epoch + 1
$$;

-- Only those who may read the new class; what is cached about anybody else holds.
CREATE FUNCTION memhub_class_made() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM memhub_bump(array(
    SELECT split_part(t, ':', 2)::uuid FROM unnest(NEW.tokens) t WHERE split_part(t, ':', 1) IN ('user', 'person', 'agent', 'caller')
    UNION SELECT s.user_id FROM unnest(NEW.tokens) t JOIN subject s ON s.id = split_part(t, ':', 2)::uuid
      WHERE split_part(t, ':', 1) = 'subject' AND s.user_id IS NOT NULL
    UNION SELECT m.user_id FROM unnest(NEW.tokens) t JOIN membership m ON m.space_id = split_part(t, ':', 2)::uuid
      WHERE split_part(t, ':', 1) = 'space' AND CASE split_part(t, ':', 3)
        WHEN 'user' THEN m.user_id::text = split_part(t, ':', 4)
        WHEN 'person' THEN m.user_id::text = split_part(t, ':', 4)
        WHEN 'member' THEN m.role <> 'viewer'
        WHEN 'reviewer' THEN m.role IN ('reviewer', 'admin')
        WHEN 'reviewers' THEN m.role IN ('reviewer', 'admin')
        WHEN 'admin' THEN m.role = 'admin'
        WHEN 'admins' THEN m.role = 'admin'
        ELSE true END
    UNION SELECT u.id FROM unnest(NEW.tokens) t JOIN app_user u ON u.org_id = split_part(t, ':', 2)::uuid
      WHERE split_part(t, ':', 1) = 'org' AND (split_part(t, ':', 3) = '' OR split_part(t, ':', 3) = ANY (u.org_roles))));
  RETURN NULL;
END $$;
CREATE TRIGGER access_class_made AFTER INSERT ON access_class FOR EACH ROW EXECUTE FUNCTION memhub_class_made();

CREATE FUNCTION memhub_principal_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  n jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM memhub_bump(ARRAY[(o->>TG_ARGV[0])::uuid, (n->>TG_ARGV[0])::uuid]);
  RETURN NULL;
END $$;
CREATE TRIGGER membership_changed AFTER INSERT OR UPDATE OR DELETE ON membership
  FOR EACH ROW EXECUTE FUNCTION memhub_principal_changed('user_id');
CREATE TRIGGER user_changed AFTER INSERT OR UPDATE ON app_user
  FOR EACH ROW EXECUTE FUNCTION memhub_principal_changed('id');
CREATE TRIGGER agent_made AFTER INSERT ON agent FOR EACH ROW EXECUTE FUNCTION memhub_principal_changed('id');
CREATE TRIGGER agent_changed AFTER UPDATE OF status, owner_id, space_id, budget_tokens, role_prompt, rules_prompt, name ON agent
  FOR EACH ROW EXECUTE FUNCTION memhub_principal_changed('id');
CREATE TRIGGER mount_changed AFTER INSERT OR UPDATE OR DELETE ON mount
  FOR EACH ROW EXECUTE FUNCTION memhub_principal_changed('agent_id');

CREATE FUNCTION memhub_asset_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM memhub_bump(array(SELECT agent_id FROM mount WHERE asset_id = NEW.id));
  IF NEW.status = 'revoked' THEN DELETE FROM mount WHERE asset_id = NEW.id; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER asset_changed AFTER UPDATE ON asset FOR EACH ROW
  WHEN ((OLD.acl_id, OLD.title, OLD.description, OLD.status, OLD.tags, OLD.published_revision_id)
    IS DISTINCT FROM (NEW.acl_id, NEW.title, NEW.description, NEW.status, NEW.tags, NEW.published_revision_id))
  EXECUTE FUNCTION memhub_asset_changed();

REVOKE ALL ON FUNCTION memhub_bump FROM PUBLIC;
