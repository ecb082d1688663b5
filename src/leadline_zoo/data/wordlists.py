# ruff: noqa: E501 - lines of data
"""Word lists that made-up records are written from. Only data: one line a list.

Written by hand for this project; people and firms are invented.
"""

from __future__ import annotations

from typing import Final

_LISTS: Final = {
    # English
    "given": "Ada Albert Alice Amina Arthur Beatrice Benjamin Carmen Charles Clara Daniel Dora Edith "
    "Edward Eleanor Esther Florence Francis Frederick George Grace Harriet Henry Ida Isaac Jack "
    "James Jane Joseph Julia Kofi Laura Leo Louise Lucy Margaret Martha Mary Maurice Nathaniel Nora "
    "Oliver Oscar Philip Rachel Robert Ruth Samuel Sarah Silas Sophia Theodore Thomas Ursula Victor "
    "Violet Walter William Winifred",
    "family": "Abbott Achebe Anderson Ashworth Baker Barlow Bennett Blackwood Brennan Carter Castillo "
    "Chandra Clarke Cohen Crawford Davies Delgado Dunn Eastwood Ellis Farrow Fletcher Foster Garcia "
    "Gibson Goddard Greene Hall Hammond Harper Hayes Hoffman Hughes Ingram Iqbal Jackson Jensen "
    "Keller Kowalski Lambert Lindqvist Marsh Mason McKenna Mendoza Morgan Nakamura Newton Novak "
    "O'Brien Okafor Osborne Parker Pereira Quinn Ramsey Reid Rossi Sanders Schultz Shaw Singh "
    "Stone Tanaka Taylor Underwood Vance Vaughan Wagner Walker Whitfield Xu Young Zimmerman",
    "adj": "Ancient Broken Crimson Distant Early Eastern Empty Forgotten Frozen Gentle Golden Hidden "
    "Hollow Iron Late Little Lonely Lost Modern Narrow Northern Painted Quiet Restless Royal "
    "Sacred Secret Silent Silver Sleeping Southern Stolen Sunken Winter Wooden Western",
    "noun": "Archive Atlas Bridge Canal Cathedral Chapel Clock Coast Court Crown Desert Empire "
    "Factory Ferry Field Forest Fortress Garden Glacier Harbour Harvest Horizon House Island "
    "Journey Kingdom Lantern Library Lighthouse Machine Map Market Meadow Mill Mirror Monastery "
    "Mountain Orchard Palace Path Prairie Quarry Railway River Road Season Ship Shore Station "
    "Storm Street Theatre Tower Valley Village Voyage Wall Well Window Workshop",
    "topic": "agriculture|algebra|architecture|astronomy|beekeeping|botany|bookbinding|cartography|"
    "ceramics|chemistry|child labour|civil engineering|climate|colonial trade|copyright|dance|"
    "economics|education|electricity|folk song|forestry|geology|geometry|glass making|immigration|"
    "inheritance law|insects|jazz|journalism|land tenure|linguistics|logic|marine biology|medicine|"
    "meteorology|mining|music|navigation|numismatics|optics|ornithology|paper making|philosophy|"
    "photography|pottery|printing|psychology|public health|railways|seismology|shipbuilding|"
    "slavery|statistics|steel|surveying|taxation|textiles|theology|trade unions|typography|"
    "urban planning|veterinary science|voting rights|water supply|weaving|whaling|zoology",
    "place": "Aberdeen Amsterdam Antwerp Athens Baltimore Barcelona Bergen Bombay Boston Bristol Budapest "
    "Cairo Cambridge Cape_Town Chicago Copenhagen Cork Cornwall Damascus Dublin Edinburgh Florence "
    "Geneva Ghent Glasgow Hamburg Havana Helsinki Istanbul Jerusalem Kolkata Kyoto Lagos Leeds "
    "Leiden Lima Lisbon Liverpool London Madrid Manchester Marseille Melbourne Montreal Nairobi "
    "Naples New_York Norfolk Oslo Oxford Padua Paris Philadelphia Prague Quebec Rome Rotterdam "
    "Salem Seville Sheffield Stockholm Sydney Toledo Toronto Trieste Utrecht Venice Vienna Warsaw "
    "York Zurich",
    "press": "Alder & Sons|Bellweather Press|Cambrian House|Dovecote Books|Eastgate University Press|"
    "Fenwick and Hale|Granite Press|Harrow Street|Ivybridge|Kestrel Academic|Lowland Press|"
    "Meridian Books|Northern Light|Oakwood|Pelham University Press|Quill & Co.|Rowan Tree|"
    "St Brendan Press|Tidewater|Westmark",
    "court_en": "Supreme Court|Court of Appeals, First Circuit|Court of Appeals, Second Circuit|"
    "Court of Appeals, Third Circuit|District Court, Northern District|District Court, Southern "
    "District|Bankruptcy Court|Tax Court|Family Court|Court of Claims",
    "firm": "Acme Holdings Inc.|Blue Ridge Mining Co.|Castle Insurance Group|Delta Freight Lines|Evergreen "
    "Timber LLC|First National Bank|Great Lakes Shipping|Highland Dairy|Imperial Steel Corp.|"
    "Juniper Networks of Ohio|Keystone Rail|Liberty Mutual Fund|Metro Transit Authority|National "
    "Gypsum|Orion Telephone|Pacific Cannery|Quality Motors|Riverside Hospital|Standard Glass|Tri-"
    "County Electric|United Textile|Valley Water District|Western Union Farms|Zenith Paper",
    "medium_en": "oil on canvas|oil on panel|watercolour on paper|etching|lithograph|bronze|marble|"
    "terracotta|tempera on wood|gelatin silver print|albumen print|woodcut|ink on silk|pastel|"
    "charcoal|stoneware with glaze|blown glass|silver gilt|wool tapestry|engraving",
    "department": "Paintings|Prints|Sculpture|Photographs|Decorative Arts|Textiles|Asian Art|Drawings",
    "subject_art": "Portrait of|Study of|View of|Head of|Allegory of|Interior with|Still life with|Landscape "
    "near|Landing at|Procession in|Market day at|Evening in|Harbour at|Ruins of",
    "thing": "apples|a blue vase|a candle|dead game|a drum|fish|flowers|a globe|grapes|a hare|lemons|a "
    "lute|a mandolin|oysters|a parrot|pears|a plaster cast|quinces|shells|a skull|tulips",
    "verb": "Add|Fix|Remove|Rename|Refactor|Document|Deprecate|Revert|Speed up|Clean up|Test|Handle|"
    "Avoid|Bump|Support|Silence|Validate|Cache|Split|Merge",
    "module": "parser|scheduler|cookie jar|tokenizer|cache layer|login form|search index|http client|"
    "thumbnail worker|date picker|mail queue|config loader|schema migration|admin panel|websocket "
    "server|csv export|image resizer|access log|rate limiter|plugin hooks|session store|test "
    "runner|build script|css grid|retry logic|unit tests|type hints|error page|sitemap|feed reader",
    "because": "on Windows|when the file is empty|for large inputs|after timeout|with Python 3.12|under "
    "heavy load|in safe mode|for unicode names|without network|if quota is exceeded|when offline|"
    "during shutdown|behind a proxy|for anonymous users|in nested lists|across time zones",
    "component": "core|web|database|docs|installer|network|security|ui|api|mobile",
    "priority": "low|normal|high|critical",
    "ticket_state": "new|assigned|accepted|closed|reopened",
    "brand_en": "Arbor|Brightline|Cobalt|Dunmore|Elkhorn|Fjord|Glint|Hearth|Ibex|Kiln|Lumen|Mistral|"
    "Norden|Orbit|Pine & Co|Quartz",
    "goods": "backpack|bookshelf|bread knife|camping stove|coffee grinder|cutting board|desk lamp|"
    "duvet cover|electric kettle|fountain pen|frying pan|garden hose|hammock|headphones|hiking "
    "boots|jigsaw|kitchen scale|ladder|laundry basket|mixing bowl|notebook|office chair|picture "
    "frame|picnic blanket|rain jacket|rug|screwdriver set|sleeping bag|soup pot|storage box|"
    "teapot|tent|thermos flask|toolbox|umbrella|vacuum cleaner|wall clock|water bottle",
    "quality": "compact|cordless|deluxe|double-walled|ergonomic|folding|hand-made|insulated|large|"
    "lightweight|organic|recycled|small|solid oak|stainless|stackable|vintage|waterproof|wireless",
    "department_shop": "Kitchen|Outdoor|Office|Bedroom|Tools|Audio",
    "job": "Accountant|Bus Driver|Carpenter|Civil Engineer|Data Analyst|Dental Nurse|Electrician|"
    "Forklift Operator|Graphic Designer|Head Chef|Librarian|Maths Teacher|Night Porter|Nurse|Office "
    "Manager|Paralegal|Pharmacist|Plumber|Project Manager|Receptionist|Sales Assistant|Social "
    "Worker|Software Developer|Solicitor|Surveyor|Translator|Veterinary Nurse|Warehouse Operative|"
    "Web Editor|Welder",
    "seniority": "|Senior |Junior |Lead |Part-time |Temporary |Trainee ",
    "contract": "Permanent|Fixed term|Temporary|Apprenticeship",
    "street": "Alma|Bridge|Castle|Chestnut|Church|Cross|Duke|Elm|Fountain|George|Hawthorn|High|King|"
    "Linden|Maple|Mill|Nelson|Orchard|Park|Queen|Regent|Station|Temple|Victoria|Water|York",
    "street_kind": "Street|Road|Lane|Avenue|Court|Terrace",
    "permit": "Building alteration|Demolition|Electrical|Fence|Mechanical|New construction|Plumbing|"
    "Roofing|Signage|Swimming pool|Tree removal",
    "permit_state": "Issued|Finaled|In review|Expired|Withdrawn",
    "genus": "Abies|Acer|Betula|Carex|Cirsium|Crataegus|Dianthus|Erica|Euphorbia|Festuca|Galium|"
    "Geranium|Hieracium|Iris|Juncus|Lathyrus|Luzula|Mentha|Orchis|Pinus|Potentilla|Primula|Quercus|"
    "Ranunculus|Rosa|Rubus|Salix|Saxifraga|Sedum|Silene|Trifolium|Veronica|Vicia|Viola",
    "epithet": "alba|alpina|alpestris|arvensis|aurea|caerulea|campestris|canina|elegans|glabra|"
    "grandiflora|hirsuta|humilis|lutea|major|maritima|minor|montana|nigra|officinalis|palustris|"
    "pratensis|pumila|purpurea|repens|rigida|rotundifolia|rubra|sylvatica|tenuis|tomentosa|vulgaris",
    "habitat": "alpine meadow|bog margin|calcareous scree|coastal dune|conifer forest|dry hillside|"
    "hedge bank|lake shore|limestone pavement|roadside|salt marsh|stream side|wet heath",
    # Chinese, simplified
    "zh_family": "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 曹 袁 邓 许 傅 沈 曾 彭 吕",
    "zh_given": "伟 芳 敏 静 丽 强 磊 军 洋 勇 艳 杰 涛 明 超 秀英 桂兰 建国 志强 晓东 海燕 文华 国庆 玉梅 春生 永康 思远 雨桐 子轩 嘉怡 立人 守仁 若水 怀瑾 克勤 景行",
    "zh_topic": "古代文学 敦煌壁画 明清家具 茶叶贸易 农村经济 水利工程 方志编纂 戏曲音乐 中医理论 陶瓷工艺 城市规划 民间故事 诗词格律 甲骨文字 丝绸之路 宋代绘画 印刷技术 "
    "近代教育 海洋生物 铁路建设 佛教哲学 古典园林 书法艺术 天文历法 数学思想 军事制度 科举考试 地方财政 环境保护 人口迁移 语言接触 图书馆学 计算机网络 数据挖掘 量子力学 有机化学",
    "zh_region": "北京 上海 天津 重庆 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 广西 海南 四川 贵州 云南 陕西 甘肃 青海 宁夏 新疆 西藏 内蒙古 辽宁 吉林 黑龙江 河北 山西",
    "zh_form": "研究 概论 史稿 论集 新探 导论 考略 手册 文献汇编 资料选编 图录 笔记 讲义 初步 入门 百问 评述 年鉴",
    "zh_press": "中华书局 商务印书馆 人民文学出版社 上海古籍出版社 科学出版社 岳麓书社 巴蜀书社 三联书店 高等教育出版社 江苏人民出版社 浙江大学出版社 文物出版社",
    "zh_class": "I207 K203 F129 G259 TP311 J212 H124 B222 R22 TU98 O413 P19 Q95 E29",
    # Chinese, traditional
    "tw_object": "青花瓷瓶 玉璧 銅鏡 山水圖軸 花鳥冊頁 白瓷碗 漆盒 銅鼎 玉璽 佛像 竹雕筆筒 琺瑯彩盤 鼻煙壺 織錦 書法卷 扇面 茶壺 香爐 紫砂壺 象牙雕 銅爵 陶俑 金冊 印章",
    "tw_motif": "龍紋 鳳紋 蓮花 牡丹 雲紋 八寶 山水 人物 梅花 松竹 魚藻 獸面 幾何 葡萄 纏枝 仙鶴 蝙蝠 嬰戲",
    "tw_period": "商代 西周 戰國 漢代 唐代 北宋 南宋 元代 明代永樂 明代宣德 明代嘉靖 明代萬曆 清代康熙 清代雍正 清代乾隆 清代道光 清代光緒 民國",
    "tw_kind": "陶瓷 玉器 銅器 繪畫 漆器 織繡 雕刻 文具",
    "tw_state": "完整 略有磨損 口沿修補 缺蓋 釉面開片 邊緣殘缺 保存良好",
    "tw_source": "清宮舊藏 購藏 民間捐贈 考古出土 寄存 移交",
    # Japanese
    "ja_goods": "急須 湯呑み 和紙便箋 風呂敷 手ぬぐい 南部鉄瓶 漆椀 竹かご 包丁 まな板 弁当箱 箸置き 土鍋 座布団 行灯 万年筆 文庫本カバー 扇子 香立て 花瓶 茶筒 菓子皿 団扇 提灯",
    "ja_maker": "有田窯 信楽陶房 輪島塗工房 京都紙業 堺刃物 今治織物 会津漆器 九谷庵 美濃屋 薩摩硝子 伊賀工房 備前堂 越前和紙舎 山中木工",
    "ja_style": "桜柄 市松模様 無地 藍染め 手描き 金彩 唐草模様 麻の葉 青海波 雪輪 しだれ梅 うさぎ 千鳥 紅葉",
    "ja_size": "小 中 大 特大 二人用 五客組 一枚 三枚組",
    "ja_kind": "食器 台所用品 文具 布製品 照明 香り",
    "ja_text": "職人が一つ一つ手作業で仕上げました|普段使いにも贈り物にもおすすめです|電子レンジには対応しておりません|使うほどに味わいが深まります|化粧箱入りでお届けします|数量限定の商品です",
    # Russian
    "ru_family": "Иванов Петров Сидоров Смирнов Кузнецов Попов Васильев Соколов Михайлов Новиков Фёдоров "
    "Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев "
    "Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев",
    "ru_given": "Александр Алексей Анатолий Андрей Борис Василий Виктор Владимир Григорий Дмитрий Евгений "
    "Иван Игорь Константин Лев Михаил Николай Олег Павел Пётр Сергей Степан Фёдор Юрий",
    "ru_firm": "Альфа Вектор Восход Гермес Горизонт Заря Импульс Каскад Квант Кристалл Лидер Маяк Меридиан "
    "Молот Надежда Орион Партнёр Прогресс Радуга Рассвет Родник Сатурн Север Сигма Сокол Союз Спутник "
    "Стимул Темп Факел Эталон Юпитер Янтарь",
    "ru_trade": "строй торг транс ремонт сервис мебель лес продукт инвест энерго агро маш",
    "ru_city": "Москва Казань Пермь Омск Самара Уфа Тула Рязань Псков Томск Тверь Вологда Калуга Курск Орёл "
    "Саратов Смоленск Ярославль Архангельск Мурманск Иркутск Хабаровск Воронеж Кострома",
    "ru_street": "Ленина Мира Садовая Лесная Советская Пушкина Гагарина Заречная Школьная Набережная Полевая "
    "Октябрьская Победы Центральная",
    "ru_state": "действующее|в стадии ликвидации|ликвидировано|реорганизовано",
    "ru_letter": "письмо|телеграмма|открытка|записка|рукопись|дневник|рецензия|прошение|доверенность",
    "ru_about": "об издании журнала|о поездке на Кавказ|о здоровье|о постановке пьесы|о переводе романа|о "
    "семейных делах|о выставке картин|об университете|о гонораре|о смерти друга|о новой повести|о "
    "возвращении рукописи",
    # German, French, Spanish
    "de_topic": "Straßenbau|Gemeinderat|Hochwasser|Schützenfest|Kläranlage|Müllabfuhr|Schulneubau|Weinlese|"
    "Bürgermeisterwahl|Feuerwehr|Freibad|Stadtbücherei|Theatersaison|Brückensanierung|Haushalt|"
    "Marktplatz|Denkmalschutz|Fußballverein|Krankenhaus|Straßenbahn|Volkshochschule|Windräder",
    "de_event": "Bürger fordern Aufklärung|Kosten steigen erneut|Verein feiert Jubiläum|Stadt prüft Alternativen|"
    "Arbeiten beginnen früher|Land sagt Förderung zu|Streit geht vor Gericht|Eröffnung verschoben|"
    "Neue Pläne vorgestellt|Anwohner klagen über Lärm|Großer Andrang am Wochenende|Rat stimmt zu",
    "de_city": "Göttingen Tübingen Würzburg Lübeck Görlitz Bielefeld Kassel Mainz Ulm Passau Rostock Jena Erfurt "
    "Münster Düren Köln Gießen Hameln Celle Worms",
    "de_section": "Lokales|Kultur|Sport|Wirtschaft|Politik",
    "de_family": "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer "
    "Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Krüger Hofmann Lange Krämer Böhm Jäger",
    "fr_work": "Essai sur|Histoire de|Traité de|Lettres sur|Mémoire concernant|Précis de|Recherches sur|Leçons "
    "de|Notes sur|Abrégé de",
    "fr_topic": "la géométrie|l'été boréal|la forêt d'Orléans|l'économie rurale|la mécanique céleste|l'élevage des "
    "abeilles|la poésie médiévale|la céramique de Rouen|l'hôpital général|la langue bretonne|l'âme "
    "humaine|la pêche côtière|l'œuvre de Molière|la théorie des nombres|l'Égypte ancienne|la façade "
    "gothique|l'hérédité|la musique française|l'horlogerie|la botanique alpine",
    "fr_family": "Bérard Chéron Delaunay Dubois Dupré Élie Fournier Garnier Guérin Hébert Lefèvre Legrand Lemaître "
    "Marchand Mercier Moreau Noël Perrault Rivière Rousseau Sévigné Thibault Vallée Villeneuve",
    "fr_given": "Adèle Aimée André Benoît Cécile Désiré Émile Étienne François Geneviève Hélène Jérôme Léon Marguerite "
    "Noémie Pauline Rémi Thérèse Valérie Zoé",
    "fr_city": "Paris Lyon Nîmes Besançon Orléans Angoulême Béziers Évreux Mâcon Périgueux Sète Troyes Dijon Nantes",
    "es_object": "Suministro de|Mantenimiento de|Obras de reforma de|Servicio de limpieza de|Redacción del proyecto "
    "de|Ampliación de|Concesión de|Rehabilitación de",
    "es_thing": "la estación de autobuses|el alumbrado público|los colegios municipales|la piscina cubierta|el centro "
    "de salud|los jardines históricos|la red de saneamiento|el archivo provincial|las fuentes "
    "ornamentales|el mercado central|la biblioteca pública|el puente romano|las vías ciclistas|el "
    "teatro municipal",
    "es_city": "Ávila Cáceres Cádiz Córdoba A_Coruña Cuenca Girona Huesca Jaén León Logroño Málaga Mérida Oviedo "
    "Palencia Segovia Soria Teruel Zamora",
    "es_body": "Ayuntamiento|Diputación|Consejería de Fomento|Junta Vecinal|Mancomunidad",
    "es_state": "Abierto|Adjudicado|Desierto|Formalizado|Anulado",
}  # fmt: skip


def words(name: str) -> list[str]:
    """One list; entries are split at | where there is one, else at spaces (``_`` is a space).

    >>> words("priority")
    ['low', 'normal', 'high', 'critical']
    """
    text = _LISTS[name]
    if "|" in text:
        return text.split("|")
    return [word.replace("_", " ") for word in text.split()]
