-- Views for the usual questions, over the tables of tables.toml.

-- Each step with the sentences behind it: who says so, where, and whether the sentence still stands.
CREATE VIEW step_receipts AS
SELECT s.stack, s.id AS step, s.from_entity, s.relation, s.to_entity, s.modes, s.devices, s.grade,
       e.id AS evidence, q.quote, q.verdict, q.checked, q.link, d.id AS source, d.title, d.publisher, e.first_party,
       e.supports, e.witness
FROM steps s JOIN evidence e ON e.step = s.id LEFT JOIN quotes q ON q.id = e.quote LEFT JOIN sources d ON d.id = e.source
WHERE e.bound IS NULL;

-- One row for each step and each device on which it holds, and likewise for modes.
CREATE VIEW step_devices AS SELECT s.id AS step, s.stack, d.value AS device FROM steps s, json_each(s.devices) d;
CREATE VIEW step_modes AS SELECT s.id AS step, s.stack, m.value AS mode FROM steps s, json_each(s.modes) m;

-- The paths in order, with names in place of ids.
CREATE VIEW paths AS
SELECT p.path, p.stack, p.mode, p.device, p.place, p.step, a.name AS from_name, r.label AS relation, b.name AS to_name,
       s.phase, s.qualifier, s.grade
FROM path_steps p JOIN steps s ON s.id = p.step JOIN entities a ON a.id = s.from_entity
JOIN relations r ON r.id = s.relation JOIN entities b ON b.id = s.to_entity;

-- How many steps each path has: the coverage of the atlas.
CREATE VIEW coverage AS
SELECT stack, mode, device, count(*) AS steps FROM path_steps GROUP BY stack, mode, device;

-- What is known of each chip and component, with a sentence that says so.
CREATE VIEW fact_receipts AS
SELECT f.id AS fact, n.name AS subject, f.property, f.value, f.value_text, f.unit, f.qualifiers, f.as_printed,
       q.quote, q.verdict, q.link, d.publisher, e.first_party
FROM facts f JOIN entities n ON n.id = f.subject JOIN evidence e ON e.fact = f.id
JOIN quotes q ON q.id = e.quote JOIN sources d ON d.id = e.source;

-- Who stands behind the atlas, and how often.
CREATE VIEW publishers AS
SELECT d.publisher, count(DISTINCT d.id) AS sources, count(DISTINCT e.quote) AS quotes, count(e.id) AS uses,
       sum(e.first_party) AS first_party
FROM sources d LEFT JOIN evidence e ON e.source = d.id GROUP BY d.publisher;

-- Quotes that nobody looked up, or that did not stand when somebody did.
CREATE VIEW quotes_to_check AS
SELECT q.id, q.quote, q.verdict, q.checked, q.reason, d.publisher, d.url
FROM quotes q JOIN sources d ON d.id = q.source WHERE q.verdict NOT IN ('match', 'loose');

-- Parts of statements that no words and no run carry.
CREATE VIEW uncarried_parts AS
SELECT of, of_kind, part, state, why FROM marks WHERE state IN ('inferred', 'none', 'unmarked');
