-- Numbers of proposals and revisions count what has been in review. What nobody but its author sees has the number it
-- would get next, so that no gap tells of it; several may have the same one.
DROP INDEX asset_revision_asset_id_number_key;
DROP INDEX proposal_asset_id_number_key;
CREATE UNIQUE INDEX asset_revision_number_key ON asset_revision (asset_id, number) WHERE submitted;
CREATE UNIQUE INDEX proposal_number_key ON proposal (asset_id, number) WHERE submitted_at IS NOT NULL;
CREATE INDEX asset_revision_asset_id_idx ON asset_revision (asset_id);
CREATE INDEX proposal_asset_id_idx ON proposal (asset_id);
ALTER TABLE asset DROP COLUMN last_revision_number;
