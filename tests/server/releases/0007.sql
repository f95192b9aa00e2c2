BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
CREATE TABLE chat (
	game_id VARCHAR(8) NOT NULL, 
	n INTEGER NOT NULL, 
	side VARCHAR(64) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_chat PRIMARY KEY (game_id, n), 
	CONSTRAINT fk_chat_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "chat" VALUES('3w7zdv9e',1,'russian','Player','大山, your move','2026-11-17T01:37:11.827Z');
CREATE TABLE entry (
	game_id VARCHAR(8) NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	ply INTEGER NOT NULL, 
	author VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	note VARCHAR(64) NOT NULL, 
	cid VARCHAR(64), 
	at VARCHAR(32) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (game_id, seq), 
	CONSTRAINT fk_entry_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT uq_entry_cid UNIQUE (game_id, author, cid)
);
INSERT INTO "entry" VALUES('3w7zdv9e',1,'act',1,'japanese','declare movement','',NULL,'2026-11-17T01:37:12.033Z','5362824c86f66d7f42ef26835e8129a8');
INSERT INTO "entry" VALUES('3w7zdv9e',2,'act',2,'dice','roll 6','',NULL,'2026-11-17T01:37:12.033Z','2da7ff32164174dc155e6b31bf86bf16');
INSERT INTO "entry" VALUES('3w7zdv9e',3,'act',3,'japanese','paralyse 2315 1','',NULL,'2026-11-17T01:37:12.209Z','9b0426664f476af8e4fba7badb3278ce');
INSERT INTO "entry" VALUES('3w7zdv9e',4,'act',4,'japanese','paralyse 3914 1','',NULL,'2026-11-17T01:37:12.268Z','98edbfa7ab983231c82aa35c9d67d3dc');
INSERT INTO "entry" VALUES('3w7zdv9e',5,'act',5,'japanese','paralyse 1314 1','',NULL,'2026-11-17T01:37:12.333Z','091aee3e8a9237048d9865f1d82ca3c8');
INSERT INTO "entry" VALUES('3w7zdv9e',6,'act',6,'japanese','move J-8R 1518','',NULL,'2026-11-17T01:37:12.657Z','12c773626c9e216d41590a7228ba4113');
INSERT INTO "entry" VALUES('3w7zdv9e',7,'act',7,'russian','move R-31 2215','',NULL,'2026-11-17T01:37:12.909Z','41d9a9fca0d806cad421c91f50a7d6e1');
INSERT INTO "entry" VALUES('3w7zdv9e',8,'act',8,'japanese','move J-10 2317','',NULL,'2026-11-17T01:37:13.141Z','d9282ef013de417be1ffd806e52f4d0a');
INSERT INTO "entry" VALUES('3w7zdv9e',9,'act',9,'russian','pass','',NULL,'2026-11-17T01:37:13.411Z','70fae1c5f8f60bfb7c8de332754811f6');
INSERT INTO "entry" VALUES('3w7zdv9e',10,'act',10,'japanese','move J-11R 2418','',NULL,'2026-11-17T01:37:13.526Z','416b62d552e5c77cea189a83c4e0fbd4');
INSERT INTO "entry" VALUES('3w7zdv9e',11,'act',11,'japanese','move J-9 1320','',NULL,'2026-11-17T01:37:13.619Z','532363f9d85a4527e505b6ae3ab07433');
INSERT INTO "entry" VALUES('3w7zdv9e',12,'act',12,'japanese','move J-5R 1616','',NULL,'2026-11-17T01:37:13.777Z','df870fe4a10e3a7145c42a4c88d997bd');
INSERT INTO "entry" VALUES('3w7zdv9e',13,'act',13,'japanese','move J-1R 3917','',NULL,'2026-11-17T01:37:13.985Z','8c6720558097a153727c489b1aecb6c4');
INSERT INTO "entry" VALUES('3w7zdv9e',14,'act',14,'japanese','move J-IG 2616','',NULL,'2026-11-17T01:37:14.389Z','810140f100c4ece61197e8a7f19cbee0');
INSERT INTO "entry" VALUES('3w7zdv9e',15,'act',15,'japanese','move J-8 2116','',NULL,'2026-11-17T01:37:14.650Z','b8d5caf9b914b7e39dea71bf472bbfe1');
CREATE TABLE game (
	id VARCHAR(8) NOT NULL, 
	title VARCHAR(64) NOT NULL, 
	scenario VARCHAR(64) NOT NULL, 
	options TEXT NOT NULL, 
	data_version VARCHAR(32) NOT NULL, 
	seed BLOB NOT NULL, 
	commitment VARCHAR(64) NOT NULL, 
	visibility VARCHAR(16) NOT NULL, 
	owner VARCHAR(24), 
	imported BOOLEAN NOT NULL, 
	record TEXT, 
	parent VARCHAR(8), 
	rematch VARCHAR(8), 
	bot_delay_ms INTEGER NOT NULL, 
	bots_paused BOOLEAN NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	actor VARCHAR(64) NOT NULL, 
	turn INTEGER NOT NULL, 
	turns INTEGER NOT NULL, 
	outcome TEXT, 
	takeback TEXT, 
	updated VARCHAR(32) NOT NULL, counsel BOOLEAN DEFAULT 1 NOT NULL, shares TEXT, 
	CONSTRAINT pk_game PRIMARY KEY (id)
);
INSERT INTO "game" VALUES('3w7zdv9e','mukden','battle','{"fog_of_war":true,"hidden_losses":false,"takebacks_by_consent":false}','937f7521979e1ccf',X'06C9EB2F436C2AE28CF5238A73D4BBC16EF485FDD6B164E3F4B84A394BAEC656','5ec3c178e70f0b6c7fa43430ede73971ee01137f051441d55d4307b2d9874fbe','unlisted','sen7xpbgad7t6pdh',0,NULL,NULL,NULL,0,0,'2026-11-17T01:37:04.812Z',15,15,'running','japanese',1,6,NULL,NULL,'2026-11-17T01:37:14.650Z',1,NULL);
INSERT INTO "game" VALUES('u87b6bzp','mukden','battle','{"fog_of_war":true,"hidden_losses":false,"takebacks_by_consent":false}','937f7521979e1ccf',X'1D6B6D43B5580A70E55BC1D77F82C3C0A3CC53289F57265127A5E349737EAFAD','a5ea7afca212021e2d1dd8b43b2eb3f0df433a735658b22a12d236e324bfbc19','unlisted','sen7xpbgad7t6pdh',0,NULL,NULL,NULL,0,0,'2026-11-17T01:37:14.844Z',0,0,'waiting','japanese',1,6,NULL,NULL,'2026-11-17T01:37:14.844Z',1,NULL);
CREATE TABLE notice (
	n INTEGER NOT NULL, 
	said VARCHAR(128) NOT NULL, 
	CONSTRAINT pk_notice PRIMARY KEY (n)
);
CREATE TABLE player (
	id VARCHAR(24) NOT NULL, 
	account VARCHAR(64), 
	account_key VARCHAR(128), 
	password VARCHAR(255), 
	name VARCHAR(64), 
	preferences TEXT NOT NULL, 
	created VARCHAR(32) NOT NULL, banned VARCHAR(32), 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT uq_player_account_key UNIQUE (account_key)
);
INSERT INTO "player" VALUES('sen7xpbgad7t6pdh','oyama','oyama','$argon2id$v=19$m=65536,t=3,p=4$knmxaX9jABLlU/V5SsRL0A$Bm8qSI4iPOe+51vW6SI9a9Kkgs7GwaNie7GFEufRXIY',NULL,'{}','2026-11-17T01:37:03.120Z',NULL);
INSERT INTO "player" VALUES('mddfbytfngdrzhax',NULL,NULL,NULL,NULL,'{}','2026-11-17T01:37:10.233Z',NULL);
CREATE TABLE pulse (
	slot INTEGER NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_pulse PRIMARY KEY (slot)
);
CREATE TABLE sat (
	game_id VARCHAR(8) NOT NULL, 
	side VARCHAR(64) NOT NULL, 
	player_id VARCHAR(24) NOT NULL, at VARCHAR(32), 
	CONSTRAINT fk_sat_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "sat" VALUES('3w7zdv9e','japanese','sen7xpbgad7t6pdh',NULL);
INSERT INTO "sat" VALUES('3w7zdv9e','russian','mddfbytfngdrzhax',NULL);
INSERT INTO "sat" VALUES('u87b6bzp','japanese','sen7xpbgad7t6pdh',NULL);
CREATE TABLE seat (
	game_id VARCHAR(8) NOT NULL, 
	side VARCHAR(64) NOT NULL, 
	place INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	bot VARCHAR(64), 
	player_id VARCHAR(24), 
	name VARCHAR(64), 
	key_hash VARCHAR(64), 
	CONSTRAINT pk_seat PRIMARY KEY (game_id, side), 
	CONSTRAINT fk_seat_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES('3w7zdv9e','japanese',0,'human',NULL,'sen7xpbgad7t6pdh','Player',NULL);
INSERT INTO "seat" VALUES('3w7zdv9e','russian',1,'human',NULL,'mddfbytfngdrzhax','Player',NULL);
INSERT INTO "seat" VALUES('u87b6bzp','japanese',0,'human',NULL,'sen7xpbgad7t6pdh','oyama',NULL);
INSERT INTO "seat" VALUES('u87b6bzp','russian',1,'human',NULL,NULL,NULL,'506628c647fa2b848089c5d62e73b6fece7467b35555476fc2f9affbf184d169');
CREATE TABLE session (
	token_hash VARCHAR(64) NOT NULL, 
	player_id VARCHAR(24) NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	expires VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_session PRIMARY KEY (token_hash), 
	CONSTRAINT fk_session_player_id FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE
);
INSERT INTO "session" VALUES('adcdbc0baebb2a87ba8849dd4ed9fd88670f1d0682b745cb91283d16512aead4','sen7xpbgad7t6pdh','2026-11-17T01:37:03.120Z','9999-12-31T00:00:00.000Z');
INSERT INTO "session" VALUES('ebe11e524e39eb8b63863b35129b8ce47e8421304da6c9492739cf0e46128556','mddfbytfngdrzhax','2026-11-17T01:37:10.233Z','9999-12-31T00:00:00.000Z');
CREATE INDEX ix_game_listed ON game (visibility, status, updated);
CREATE INDEX ix_seat_player_id ON seat (player_id);
CREATE INDEX ix_session_player_id ON session (player_id);
CREATE INDEX ix_sat_game_id ON sat (game_id);
CREATE INDEX ix_sat_player_id ON sat (player_id);
COMMIT;
