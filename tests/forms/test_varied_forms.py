# ruff: noqa: E501 (a table: one form a row)
"""Query forms as authors of many countries and decades write them: labels and roles.

Each row: why it is there, the form's inside, its labels in order ('' where a reader sees none; of a
group of boxes the group's), its roles in order. No row was copied from a page.
"""

from __future__ import annotations

import pytest

from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import control_groups
from leadline.page.dom import parse_html

FORMS: list[tuple[str, str, list[str], list[str]]] = [
    # -- captions in first options
    (
        "a caption in the first option says the list's name",
        "<select name=y><option value=''>All years</option><option>2020</option><option>2019</option></select><select name=t><option value=''>All types</option><option>Book</option><option>Map</option></select>",
        ["All years", "All types"],
        ["date", "category"],
    ),
    (
        "a select with a label keeps it, whatever its first option says",
        "<label for=c>Country</label><select id=c name=c><option value=''>Choose…</option><option>Peru</option><option>Chile</option></select>",
        ["Country"],
        ["location"],
    ),
    (
        "dashes around a caption, German",
        "<select name=k><option value=0>--- Kategorie wählen ---</option><option value=1>Möbel</option><option value=2>Autos</option></select><input name=q placeholder=Suchbegriff>",
        ["Kategorie wählen", "Suchbegriff"],
        ["category", "query_text"],
    ),
    (
        "a disabled first option, French",
        "<select name=r><option disabled selected>Région</option><option value=1>Bretagne</option><option value=2>Alsace</option></select>",
        ["Région"],
        ["location"],
    ),
    (
        "bare 'all' is no label",
        "<input name=q><select name=s><option value=''>All</option><option value=1>News</option><option value=2>Sport</option></select>",
        ["", ""],
        ["query_text", "category"],
    ),
    (
        "a number list has no caption",
        "<p>Bedrooms <select name=b><option>1<option>2<option>3</select></p>",
        ["Bedrooms"],
        ["number"],
    ),
    # -- help between label and control
    (
        "help between label and control",
        "<div><label>Author</label><small class=help>Last name first, e.g. Lem, Stanisław</small><input name=au></div><div><label>Title</label><small class=help>One word is enough</small><input name=ti></div>",
        ["Author", "Title"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "a hint in brackets between label and control",
        "<p>Shelf mark <span>(e.g. 91-4410)</span><br><input name=sm></p><p>Year <span>(four digits)</span><br><input name=yr></p>",
        ["Shelf mark (e.g. 91-4410)", "Year (four digits)"],
        ["attribute_text", "date"],
    ),
    (
        "a sentence under the label, Spanish",
        "<div class=campo><strong>Materia</strong><p>Escriba una o varias palabras.</p><input name=mat></div><div class=campo><strong>Editorial</strong><p>Nombre completo o parte.</p><input name=ed></div>",
        ["Materia", "Editorial"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "a nested help in a wrapping label",
        "<label>Postcode <input name=pc> <span class=hint>without spaces</span></label><label>Street <input name=st> <span class=hint>without number</span></label>",
        ["Postcode", "Street"],
        ["location", "location"],
    ),
    (
        "a tooltip icon between",
        "<div><label for=a>Accession number</label> <a href=# title='What is this?'>?</a> <input id=a name=acc></div><div><label for=b>Maker</label> <a href=# title='What is this?'>?</a> <input id=b name=mk></div>",
        ["Accession number", "Maker"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "a tooltip icon between, nothing tied",
        "<div>Accession number <a href=# title='What is this?'>?</a> <input name=acc></div><div>Maker <a href=# title='What is this?'>?</a> <input name=mk></div>",
        ["Accession number", "Maker"],
        ["attribute_text", "attribute_text"],
    ),
    # -- labels behind
    (
        "Japanese: what a box holds is said behind it",
        "<p><input name=t>を含む</p><p><input name=a>著者</p>",
        ["を含む", "著者"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "Japanese: year and month behind selects",
        "<div>発行年 <select name=y><option>2023<option>2024<option>2025</select>年</div><div>著者名 <input name=a></div>",
        ["発行年", "著者名"],
        ["date", "attribute_text"],
    ),
    (
        "labels behind, after a break",
        "<p><input name=n><br><small>Name</small></p><p><input name=o><br><small>Ort</small></p>",
        ["Name", "Ort"],
        ["attribute_text", "location"],
    ),
    (
        "floating labels stand after their box",
        "<div class=form-floating><input id=f1 name=t placeholder=' '><label for=f1>Title</label></div><div class=form-floating><input id=f2 name=a placeholder=' '><label for=f2>Author</label></div>",
        ["Title", "Author"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "floating labels without for",
        "<div class=field><input name=t><label>Title</label></div><div class=field><input name=a><label>Author</label></div><div class=field><input name=p><label>Publisher</label></div>",
        ["Title", "Author", "Publisher"],
        ["attribute_text"] * 3,
    ),
    (
        "material: a span after the box",
        "<div class=mdc><input name=t><span class=mdc-floating-label>Titre</span></div><div class=mdc><input name=a><span class=mdc-floating-label>Auteur</span></div>",
        ["Titre", "Auteur"],
        ["attribute_text"] * 2,
    ),
    # -- tables
    (
        "a header row over a row of controls",
        "<table><tr><th>Surname</th><th>Parish</th><th>Year</th></tr><tr><td><input name=s></td><td><input name=p></td><td><input name=y></td></tr></table>",
        ["Surname", "Parish", "Year"],
        ["attribute_text", "location", "date"],
    ),
    (
        "a head and a body",
        "<table><thead><tr><td>Nachname<td>Pfarre</thead><tbody><tr><td><input name=s><td><input name=p></tbody></table>",
        ["Nachname", "Pfarre"],
        ["attribute_text", "location"],
    ),
    (
        "two header rows with their controls",
        "<table><tr><td>Title<td>Author</tr><tr><td><input name=a><td><input name=b></tr><tr><td>Series<td>Publisher</tr><tr><td><input name=c><td><input name=d></tr></table>",
        ["Title", "Author", "Series", "Publisher"],
        ["attribute_text"] * 4,
    ),
    (
        "row labels and column labels: the row says what, the column how",
        "<table><tr><td></td><td>Term</td><td>Match</td></tr><tr><td>Title</td><td><input name=t></td><td><select name=tm><option>exact<option>contains</select></td></tr><tr><td>Author</td><td><input name=a></td><td><select name=am><option>exact<option>contains</select></td></tr></table>",
        ["Title", "Match", "Author", "Match"],
        ["attribute_text", "match_mode", "attribute_text", "match_mode"],
    ),
    (
        "a label column with colons and nbsp",
        "<table><tr><td align=right>Autor:&nbsp;</td><td><input name=a></td></tr><tr><td align=right>Titel:&nbsp;</td><td><input name=t></td></tr></table>",
        ["Autor", "Titel"],
        ["attribute_text"] * 2,
    ),
    (
        "a spacer column between label and control",
        "<table><tr><td>Autor</td><td width=5>&nbsp;</td><td><input name=a></td></tr><tr><td>Titel</td><td width=5>&nbsp;</td><td><input name=t></td></tr></table>",
        ["Autor", "Titel"],
        ["attribute_text"] * 2,
    ),
    (
        "two pairs in a row",
        "<table><tr><td>Marca</td><td><input name=m></td><td>Modelo</td><td><input name=o></td></tr><tr><td>Color</td><td><input name=c></td><td>Combustible</td><td><input name=f></td></tr></table>",
        ["Marca", "Modelo", "Color", "Combustible"],
        ["attribute_text"] * 4,
    ),
    (
        "help in the third cell",
        "<table><tr><td>Name</td><td><input name=n></td><td>as on the stone</td></tr><tr><td>Plot</td><td><input name=p></td><td>letter and number</td></tr></table>",
        ["Name", "Plot"],
        ["attribute_text"] * 2,
    ),
    (
        "a colspan heading over the whole table",
        "<table><tr><th colspan=2>Search the register</th></tr><tr><td>Company</td><td><input name=c></td></tr><tr><td>Town</td><td><input name=o></td></tr></table>",
        ["Company", "Town"],
        ["attribute_text", "location"],
    ),
    (
        "font tags and nbsp of the nineties",
        "<table border=0><tr><td><font face=Arial size=2><b>Artist&nbsp;:</b></font></td><td><font size=2><input name=ar></font></td></tr><tr><td><font face=Arial size=2><b>Album&nbsp;:</b></font></td><td><font size=2><input name=al></font></td></tr></table>",
        ["Artist", "Album"],
        ["attribute_text"] * 2,
    ),
    (
        "bold text, box, break",
        "<b>Composer:</b> <input name=co><br><b>Work:</b> <input name=wo><br><b>Key:</b> <select name=k><option>C<option>D</select>",
        ["Composer", "Work", "Key"],
        ["attribute_text", "attribute_text", "category"],
    ),
    (
        "preformatted columns",
        "<pre>Species:  <input name=sp>\nGenus:    <input name=ge>\nFamily:   <input name=fa>\n</pre>",
        ["Species", "Genus", "Family"],
        ["attribute_text"] * 3,
    ),
    # -- lists and fieldsets
    (
        "a definition list",
        "<dl><dt>Übersetzer</dt><dd><input name=u></dd><dt>Verlag</dt><dd><input name=v></dd></dl>",
        ["Übersetzer", "Verlag"],
        ["attribute_text"] * 2,
    ),
    (
        "list items",
        "<ul><li>Título <input name=t></li><li>Año <input name=y></li></ul>",
        ["Título", "Año"],
        ["attribute_text", "date"],
    ),
    (
        "a legend names a group of radio buttons",
        "<fieldset><legend>Media type</legend><label><input type=radio name=m value=1> Book</label><label><input type=radio name=m value=2> Film</label></fieldset><label>Title <input name=t></label>",
        ["Media type", "Title"],
        ["category", "attribute_text"],
    ),
    (
        "a legend alone names the only box",
        "<fieldset><legend>Keyword</legend><input name=k></fieldset><fieldset><legend>Place</legend><input name=p></fieldset>",
        ["Keyword", "Place"],
        ["query_text", "location"],
    ),
    (
        "a legend over several boxes is not the first one's label",
        "<fieldset><legend>Author</legend>First name <input name=f> Last name <input name=l></fieldset>",
        ["First name", "Last name"],
        ["attribute_text"] * 2,
    ),
    (
        "check boxes of one name with a heading",
        "<div><h4>Sprache</h4><input type=checkbox name=l value=de>Deutsch<input type=checkbox name=l value=fr>Französisch</div><div>Titel <input name=t></div>",
        ["Sprache", "Titel"],
        ["category", "attribute_text"],
    ),
    (
        "a lone check box, text behind",
        "<label>Title <input name=t></label><p><input type=checkbox name=av value=1> only available copies</p>",
        ["Title", "only available copies"],
        ["attribute_text", "flag"],
    ),
    (
        "radio: match of all or any words",
        "<input name=q><br>Match: <input type=radio name=op value=and>all words <input type=radio name=op value=or>any word",
        ["", "Match"],
        ["query_text", "match_mode"],
    ),
    # -- grids of frameworks
    (
        "bootstrap 3 horizontal",
        "<div class=form-group><label class='col-sm-2 control-label'>Minister</label><div class=col-sm-10><input name=m class=form-control></div></div><div class=form-group><label class='col-sm-2 control-label'>Department</label><div class=col-sm-10><select name=d class=form-control><option>Health<option>Defence</select></div></div>",
        ["Minister", "Department"],
        ["attribute_text", "category"],
    ),
    (
        "bootstrap 4 rows",
        "<div class='form-group row'><label for=a class='col-form-label col-md-3'>Objeto</label><div class=col-md-9><input id=a name=o></div></div><div class='form-group row'><label for=b class='col-form-label col-md-3'>Técnica</label><div class=col-md-9><input id=b name=t></div></div>",
        ["Objeto", "Técnica"],
        ["attribute_text"] * 2,
    ),
    (
        "bootstrap 5 input group: a prefix is the label",
        "<div class=input-group><span class=input-group-text>ISBN</span><input name=i></div><div class=input-group><span class=input-group-text>ISSN</span><input name=s></div>",
        ["ISBN", "ISSN"],
        ["attribute_text"] * 2,
    ),
    (
        "an input group after a label keeps the label",
        "<label for=pr>Price</label><div class=input-group><span class=input-group-text>€</span><input id=pr name=pr></div>",
        ["Price"],
        ["price_range"],
    ),
    (
        "labels in one row of columns, controls in the next",
        "<div class=row><div class=col>Species</div><div class=col>Country</div></div><div class=row><div class=col><input name=s></div><div class=col><input name=c></div></div>",
        ["Species", "Country"],
        ["attribute_text", "location"],
    ),
    (
        "a column each, label over control",
        "<div class=row><div class='col-md-4'><div>Gemeinde</div><div><input name=g></div></div><div class='col-md-4'><div>Flurname</div><div><input name=f></div></div></div>",
        ["Gemeinde", "Flurname"],
        ["location", "attribute_text"],
    ),
    (
        "web forms: spans of ids and tables",
        "<table id=ctl00_tbl><tr><td><span id=ctl00_lblDocket>Docket No.</span></td><td><input name='ctl00$txtDocket' id=ctl00_txtDocket></td></tr><tr><td><span id=ctl00_lblParty>Party</span></td><td><input name='ctl00$txtParty' id=ctl00_txtParty></td></tr></table>",
        ["Docket No", "Party"],
        ["attribute_text"] * 2,
    ),
    (
        "web forms: check box lists are tables",
        "<span>Court</span><table id=cbl><tr><td><input id=c0 type=checkbox name='c$0'><label for=c0>Supreme</label></td></tr><tr><td><input id=c1 type=checkbox name='c$1'><label for=c1>Appeal</label></td></tr></table><div>Judge <input name=j></div>",
        ["Supreme", "Appeal", "Judge"],
        ["flag", "flag", "attribute_text"],
    ),
    # -- ties of markup
    (
        "aria-labelledby",
        "<span id=x1>Catalogue number</span><div><p>Numbers of the old card file count too.</p><input name=cn aria-labelledby=x1></div><span id=x2>Collector</span><div><input name=co aria-labelledby=x2></div>",
        ["Catalogue number", "Collector"],
        ["attribute_text"] * 2,
    ),
    (
        "aria-label alone",
        "<input name=q aria-label='Search the archive'><select name=s aria-label='Century'><option>17th<option>18th</select>",
        ["Search the archive", "Century"],
        ["query_text", "date"],
    ),
    (
        "title alone",
        "<input name=a1 title='Name of ship'><input name=a2 title='Home port'>",
        ["Name of ship", "Home port"],
        ["attribute_text"] * 2,
    ),
    (
        "a label for what does not exist is the next box's",
        "<label for=nope>Instrument</label> <input id=i name=i><br><label for=nope2>Maker</label> <input id=m name=m>",
        ["Instrument", "Maker"],
        ["attribute_text"] * 2,
    ),
    (
        "hidden labels for readers of screens",
        "<label class=sr-only for=q>Search</label><input id=q name=q placeholder='Title, author, ISBN'>",
        ["Search"],
        ["query_text"],
    ),
    (
        "placeholders alone",
        "<input name=a placeholder='Nom du navire'><input name=b placeholder=Port><input name=c placeholder='Année'>",
        ["Nom du navire", "Port", "Année"],
        ["attribute_text", "attribute_text", "date"],
    ),
    (
        "an example in the placeholder does not hide the label",
        "<p>Telescope<br><input name=t placeholder='e.g. VLT'></p><p>Object<br><input name=o placeholder='e.g. M31'></p>",
        ["Telescope", "Object"],
        ["attribute_text"] * 2,
    ),
    (
        "icon buttons have no word",
        "<span class=icon-search></span><input name=q placeholder='Найти'><button aria-label=Найти><i class=fa></i></button>",
        ["Найти"],
        ["query_text"],
    ),
    # -- ranges
    (
        "from and to under one label",
        "<p>Year from <input name=y1 size=4> to <input name=y2 size=4></p>",
        ["Year from", "to"],
        ["date_from", "date_to"],
    ),
    (
        "one label, two boxes and a dash",
        "<div>Price <input name=pmin> – <input name=pmax></div>",
        ["Price", ""],
        ["price_min", "price_max"],
    ),
    (
        "units behind, German",
        "<div>Wohnfläche von <input name=fl_von> bis <input name=fl_bis> m²</div><div>Miete bis <input name=miete_bis> €</div>",
        ["Wohnfläche von", "bis", "Miete bis"],
        ["num_min", "num_max", "price_max"],
    ),
    (
        "placeholders say the ends",
        "<div><label>Prix</label><input name=pmin placeholder=min><input name=pmax placeholder=max></div>",
        ["Prix", "max"],
        ["price_min", "price_max"],
    ),
    (
        "two dates, French",
        "<label>Du <input type=date name=d1></label> <label>au <input type=date name=d2></label>",
        ["Du", "au"],
        ["date_from", "date_to"],
    ),
    (
        "Russian range",
        "<div>Цена от <input name=p_ot> до <input name=p_do> руб.</div>",
        ["Цена от", "до"],
        ["price_min", "price_max"],
    ),
    (
        "selects of years in one row",
        "<table><tr><td>Period</td><td><select name=f><option>1900<option>1901<option>1902</select> – <select name=t><option>1900<option>1901<option>1902</select></td></tr><tr><td>Place</td><td><input name=p></td></tr></table>",
        ["Period", "Period", "Place"],
        ["date_from", "date_to", "location"],
    ),
    # -- presentation
    (
        "order, size and words",
        "<input name=q placeholder=Search> Sort by <select name=o><option>Date<option>Title</select> Show <select name=n><option>10<option>25<option>50</select> per page",
        ["Search", "Sort by", "Show"],
        ["query_text", "sort", "page_size"],
    ),
    (
        "a select that says in which field",
        "<select name=f><option value=t>Title<option value=a>Author<option value=s>Subject</select> <input name=q>",
        ["", ""],
        ["match_mode", "query_text"],
    ),
    # -- scripts
    (
        "Chinese, full-width colon and space",
        "<div>题　名：<input name=tm></div><div>著　者：<input name=zz></div><div>年　份：<input name=nf></div>",
        ["题 名", "著 者", "年 份"],
        ["attribute_text", "attribute_text", "date"],
    ),
    (
        "Chinese traditional, row of labels",
        "<table><tr><td>題名</td><td>作者</td><td>出版年</td></tr><tr><td><input name=a></td><td><input name=b></td><td><input name=c></td></tr></table>",
        ["題名", "作者", "出版年"],
        ["attribute_text", "attribute_text", "date"],
    ),
    (
        "Chinese range",
        "<div>价格：<input name=p1> 至 <input name=p2> 元</div>",
        ["价格", "至"],
        ["price_min", "price_max"],
    ),
    (
        "Chinese required stars",
        "<li><i>*</i>姓名：<input name=xm></li><li><i>*</i>证书编号：<input name=bh></li>",
        ["姓名", "证书编号"],
        ["attribute_text"] * 2,
    ),
    (
        "Japanese table",
        "<table><tr><th>タイトル</th><td><input name=t></td></tr><tr><th>出版社</th><td><input name=p></td></tr><tr><th>キーワード</th><td><input name=k></td></tr></table>",
        ["タイトル", "出版社", "キーワード"],
        ["attribute_text", "attribute_text", "query_text"],
    ),
    (
        "Korean",
        "<dl><dt>제목</dt><dd><input name=t></dd><dt>저자</dt><dd><input name=a></dd></dl>",
        ["제목", "저자"],
        ["attribute_text"] * 2,
    ),
    (
        "Russian, labels above",
        "<p>Фамилия<br><input name=f></p><p>Год рождения<br><input name=g></p>",
        ["Фамилия", "Год рождения"],
        ["attribute_text", "date"],
    ),
    (
        "Arabic, right to left",
        "<div dir=rtl><label>العنوان <input name=t></label><label>المؤلف <input name=a></label></div>",
        ["العنوان", "المؤلف"],
        ["attribute_text"] * 2,
    ),
    (
        "Hebrew table: the label cell comes first in the source",
        "<table dir=rtl><tr><td>שם הספר</td><td><input name=t></td></tr><tr><td>מחבר</td><td><input name=a></td></tr></table>",
        ["שם הספר", "מחבר"],
        ["attribute_text"] * 2,
    ),
    (
        "Greek",
        "<label>Τίτλος</label><input name=t><br><label>Συγγραφέας</label><input name=s>",
        ["Τίτλος", "Συγγραφέας"],
        ["attribute_text"] * 2,
    ),
    (
        "Polish",
        "<div><label>Tytuł:</label> <input name=t></div><div><label>Miejscowość:</label> <input name=m></div><div><label>Data od:</label> <input name=d1></div><div><label>do:</label> <input name=d2></div>",
        ["Tytuł", "Miejscowość", "Data od", "do"],
        ["attribute_text", "location", "date_from", "date_to"],
    ),
    (
        "Italian",
        "<p>Autore <input name=a></p><p>Editore <input name=e></p><p>Anno <input name=an></p>",
        ["Autore", "Editore", "Anno"],
        ["attribute_text", "attribute_text", "date"],
    ),
    (
        "Portuguese",
        "<p>Palavra-chave: <input name=pc></p><p>Cidade: <input name=ci></p><p>Preço até: <input name=pr></p>",
        ["Palavra-chave", "Cidade", "Preço até"],
        ["query_text", "location", "price_max"],
    ),
    (
        "Dutch",
        "<p>Trefwoord <input name=tw></p><p>Plaats <input name=pl></p><p>Jaar <input name=ja></p>",
        ["Trefwoord", "Plaats", "Jaar"],
        ["query_text", "location", "date"],
    ),
    (
        "Swedish",
        "<p>Sökord <input name=s></p><p>Kommun <select name=k><option>Umeå<option>Lund</select></p>",
        ["Sökord", "Kommun"],
        ["query_text", "location"],
    ),
    (
        "Czech",
        "<p>Název: <input name=n></p><p>Rok: <input name=r></p><p>Řadit podle: <select name=s><option>data<option>názvu</select></p>",
        ["Název", "Rok", "Řadit podle"],
        ["attribute_text", "date", "sort"],
    ),
    (
        "Turkish",
        "<p>Yazar <input name=y></p><p>Yayınevi <input name=e></p>",
        ["Yazar", "Yayınevi"],
        ["attribute_text"] * 2,
    ),
    # -- noise around
    (
        "required asterisks stand apart",
        "<p><span>*</span> Surname: <input name=s></p><p><span>*</span> Born: <input name=b></p>",
        ["Surname", "Born"],
        ["attribute_text", "date"],
    ),
    (
        "a sentence over the form is no label",
        "<p>Use this form to look for vessels in the register of 1890 and press the button below.</p><p>Vessel <input name=v></p><p>Master <input name=m></p>",
        ["Vessel", "Master"],
        ["attribute_text"] * 2,
    ),
    (
        "a heading over the form is no label",
        "<h2>Ship register</h2><input name=q><select name=p><option value=''>Any port</option><option>Hull</option><option>Leith</option></select>",
        ["", "Any port"],
        ["query_text", "category"],
    ),
    (
        "links beside a box are no label",
        "<a href=/help>Help</a> <input name=q> <a href=/adv>Advanced search</a>",
        [""],
        ["query_text"],
    ),
    (
        "what a validator says is no label",
        "<div><label>Deed</label><input name=d><span class=error>This field is required</span></div><div><label>Clerk</label><input name=c><span class=error>This field is required</span></div>",
        ["Deed", "Clerk"],
        ["attribute_text"] * 2,
    ),
    (
        "a unit behind is no label",
        "<p>Length <input name=l> cm</p><p>Width <input name=w> cm</p>",
        ["Length", "Width"],
        ["number", "number"],
    ),
    (
        "the text of a list of links between boxes",
        "<div>Plant <input name=p></div><div><a href=?a>A</a> <a href=?b>B</a></div><div>Habitat <input name=h></div>",
        ["Plant", "Habitat"],
        ["attribute_text"] * 2,
    ),
    (
        "labels in headings of their own",
        "<h3>Manuscript</h3><input name=m><h3>Scribe</h3><input name=s>",
        ["Manuscript", "Scribe"],
        ["attribute_text"] * 2,
    ),
    (
        "a label over a group of selects for one date",
        "<div><label>Date of sale</label><select name=dd><option>1<option>2<option>3</select><select name=mm><option>January<option>February<option>March<option>April<option>May<option>June<option>July<option>August<option>September<option>October<option>November<option>December</select><select name=yy><option>1950<option>1951<option>1952</select></div>",
        ["Date of sale", "", ""],
        ["date", "date", "date"],
    ),
    (
        "and, or, not between boxes",
        "<table><tr><td>Title<td><input name=a></tr><tr><td><select name=op><option>AND<option>OR<option>NOT</select><td></tr><tr><td>Author<td><input name=b></tr></table>",
        ["Title", "", "Author"],
        ["attribute_text", "match_mode", "attribute_text"],
    ),
    # -- a second batch, written when the first was right: 42 of its 47 forms were read right at once
    (
        "repository, advanced: field, operator, words in a row under a header",
        "<table><thead><tr><th>Field</th><th>Operator</th><th>Search term</th></tr></thead><tbody><tr><td><select name=f1><option>Title<option>Author<option>Subject</select></td><td><select name=o1><option>contains<option>equals</select></td><td><input name=v1></td></tr></tbody></table>",
        ["Field", "Operator", "Search term"],
        ["match_mode", "match_mode", "query_text"],
    ),
    (
        "advanced rows without header: and/or, field, words",
        "<div class=row><select name=type0><option>All fields<option>Title<option>Author<option>Subject</select><input name=lookfor0></div><div class=row><select name=bool1><option>AND<option>OR<option>NOT</select><select name=type1><option>All fields<option>Title<option>Author<option>Subject</select><input name=lookfor1></div>",
        ["All fields", "", "", "All fields", ""],
        ["match_mode", "query_text", "match_mode", "match_mode", "query_text"],
    ),
    (
        "archive software: words, then any or all",
        "<table><tr><th>Full text:</th><td><input name=q></td><td><select name=qm><option>all of<option>any of</select></td></tr><tr><th>Title:</th><td><input name=title></td><td><select name=tm><option>all of<option>any of</select></td></tr></table>",
        ["Full text", "", "Title", ""],
        ["query_text", "match_mode", "attribute_text", "match_mode"],
    ),
    (
        "a content system's exposed filter",
        "<div class='views-exposed-widget'><label for=e1>Keywords </label><div class=views-widget><div class=form-item><input id=e1 name=keys></div></div></div><div class=views-exposed-widget><label for=e2>Topic </label><div class=views-widget><div class=form-item><select id=e2 name=tid><option value=All>- Any -</option><option value=1>Budget</option><option value=2>Roads</option></select></div></div></div>",
        ["Keywords", "Topic"],
        ["query_text", "category"],
    ),
    (
        "a date part inside an exposed filter",
        "<div class=w><label>Meeting date</label><div><div class=fi><label for=d1>Start date</label><input id=d1 name=min placeholder='mm/dd/yyyy'></div><div class=fi><label for=d2>End date</label><input id=d2 name=max placeholder='mm/dd/yyyy'></div></div></div>",
        ["Start date", "End date"],
        ["date_from", "date_to"],
    ),
    (
        "opinions of a court: year, docket, party",
        "<p>Search opinions by</p><p><label for=y>Term:</label> <select id=y name=y><option>2014<option>2015<option>2016</select> &nbsp; <label for=d>Docket #:</label> <input id=d name=d size=8> &nbsp; <label for=p>Party name:</label> <input id=p name=p></p>",
        ["Term", "Docket #", "Party name"],
        ["date", "attribute_text", "attribute_text"],
    ),
    (
        "a court's old table with bold cells",
        "<table><tr><td><b>Case Number</b></td><td><input name=cn></td><td><b>Case Type</b></td><td><select name=ct><option>All<option>Civil<option>Criminal</select></td></tr><tr><td><b>Date Filed From</b></td><td><input name=df></td><td><b>Date Filed To</b></td><td><input name=dt></td></tr></table>",
        ["Case Number", "Case Type", "Date Filed From", "Date Filed To"],
        ["attribute_text", "category", "date_from", "date_to"],
    ),
    (
        "a council: committee and period",
        "<div class=filter><span>Committee:</span><select name=c><option value=''>(All)</option><option value=1>Finance</option></select><span>Year:</span><select name=y><option>All Years<option>2015<option>2016</select><span>Keyword:</span><input name=k></div>",
        ["Committee", "Year", "Keyword"],
        ["category", "date", "query_text"],
    ),
    (
        "flights: from, to, depart, return, travellers",
        "<div><label>From<input name=o></label><label>To<input name=d></label><label>Depart<input name=dd type=date></label><label>Return<input name=rd type=date></label><label>Adults<select name=a><option>1<option>2</select></label></div>",
        ["From", "To", "Depart", "Return", "Adults"],
        ["location", "location", "date_from", "date_to", "number"],
    ),
    (
        "hotel: where, check-in, check-out, guests",
        "<input name=where placeholder='Where are you going?'><input name=ci placeholder='Check-in'><input name=co placeholder='Check-out'><select name=g><option>1 guest<option>2 guests<option>3 guests</select>",
        ["Where are you going?", "Check-in", "Check-out", ""],
        ["location", "date_from", "date_to", "number"],
    ),
    (
        "cars: make, model, price and year ranges",
        "<select name=make><option value=''>Make</option><option>Audi<option>BMW</select><select name=model><option value=''>Model</option></select><select name=pf><option value=''>Price from</option><option>1000<option>2000</select><select name=pt><option value=''>Price to</option><option>1000<option>2000</select><select name=yf><option value=''>Year from</option><option>2001<option>2002</select>",
        ["Make", "Model", "Price from", "Price to", "Year from"],
        ["category", "category", "price_min", "price_max", "date_from"],
    ),
    (
        "houses: check boxes with counts",
        "<fieldset><legend>Property type</legend><div><input type=checkbox id=p1 name=pt value=h><label for=p1>House <span>(12)</span></label></div><div><input type=checkbox id=p2 name=pt value=f><label for=p2>Flat <span>(7)</span></label></div></fieldset><div><label for=b>Min. bedrooms</label><select id=b name=b><option>1<option>2<option>3</select></div>",
        ["Property type", "Min. bedrooms"],
        ["category", "num_min"],
    ),
    (
        "jobs: what and where with sublabels below",
        "<div><label for=w>What</label><input id=w name=w><span class=sub>job title, keywords or company</span></div><div><label for=l>Where</label><input id=l name=l><span class=sub>city, state or zip</span></div>",
        ["What", "Where"],
        ["query_text", "location"],
    ),
    (
        "phone book: name and place in one line",
        "Wer/Was <input name=ww> Wo <input name=wo>",
        ["Wer/Was", "Wo"],
        ["query_text", "location"],
    ),
    (
        "dating site: I am, seeking, ages",
        "I am a <select name=g><option>Man<option>Woman</select> seeking a <select name=s><option>Man<option>Woman</select> aged <input name=a1 size=2> to <input name=a2 size=2>",
        ["I am a", "seeking a", "aged", "to"],
        ["category", "category", "num_min", "num_max"],
    ),
    (
        "patents, two-column cells with colons in the label cell",
        "<table><tr><td>Inventor :</td><td><input name=in></td></tr><tr><td>Applicant :</td><td><input name=ap></td></tr><tr><td>Publication date :</td><td><input name=pd> (yyyy-mm-dd)</td></tr></table>",
        ["Inventor", "Applicant", "Publication date"],
        ["attribute_text", "attribute_text", "date"],
    ),
    (
        "genealogy: name parts over their boxes in one cell each",
        "<table><tr><td>First name<br><input name=fn></td><td>Last name<br><input name=ln></td><td>Year of birth<br><input name=yb></td></tr></table>",
        ["First name", "Last name", "Year of birth"],
        ["attribute_text", "attribute_text", "date"],
    ),
    (
        "museum: labels as spans with icons, right of an icon",
        "<div class=f><i class=icon></i><span>Culture</span><select name=cu><option>Etruscan<option>Minoan</select></div><div class=f><i class=icon></i><span>Material</span><select name=ma><option>Clay<option>Gold</select></div>",
        ["Culture", "Material"],
        ["category", "category"],
    ),
    (
        "plants: paragraphs with breaks, label bold",
        "<p><b>Genus</b><br/><input name=g/></p><p><b>Species</b><br/><input name=s/></p><p><b>Country</b><br/><select name=c><option>Peru<option>Chile</select></p>",
        ["Genus", "Species", "Country"],
        ["attribute_text", "attribute_text", "location"],
    ),
    (
        "grant search: label, select multiple, hint under",
        "<div class=fld><label>Funding programme</label><select multiple name=p><option>ERC<option>MSCA</select><small>Hold Ctrl to choose several</small></div><div class=fld><label>Acronym</label><input name=a><small>Exact</small></div>",
        ["Funding programme", "Acronym"],
        ["category", "attribute_text"],
    ),
    (
        "Foundation: prefix label columns",
        "<div class=row><div class='small-3 columns'><label for=a class='right inline'>Herausgeber</label></div><div class='small-9 columns'><input id=a name=h></div></div><div class=row><div class='small-3 columns'><label for=b class='right inline'>Erscheinungsort</label></div><div class='small-9 columns'><input id=b name=o></div></div>",
        ["Herausgeber", "Erscheinungsort"],
        ["attribute_text", "location"],
    ),
    (
        "material: label after input in a group, with bar",
        "<div class=group><input name=a required><span class=highlight></span><span class=bar></span><label>Vorname</label></div><div class=group><input name=b required><span class=highlight></span><span class=bar></span><label>Nachname</label></div>",
        ["Vorname", "Nachname"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "tailwind: label with nested span, optional mark",
        "<div><label class=block for=t><span>Titre</span> <span class='text-gray optional'>(facultatif)</span></label><input id=t name=t></div><div><label class=block for=u><span>Auteur</span> <span class='text-gray optional'>(facultatif)</span></label><input id=u name=u></div>",
        ["Titre", "Auteur"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "div columns: labels left in one column, boxes right in another",
        "<div class=left><div>Name</div><div>Town</div></div><div class=right><div><input name=n></div><div><input name=t></div></div>",
        ["Name", "Town"],
        ["attribute_text", "location"],
    ),
    (
        "nested tables for layout",
        "<table><tr><td><table><tr><td>Author</td></tr><tr><td><input name=a></td></tr></table></td><td><table><tr><td>Title</td></tr><tr><td><input name=t></td></tr></table></td></tr></table>",
        ["Author", "Title"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "a range under one row label",
        "<table><tr><td>Date</td><td><input name=d1> - <input name=d2></td></tr><tr><td>Price</td><td><input name=p1> - <input name=p2></td></tr></table>",
        ["Date", "Date", "Price", "Price"],
        ["date_from", "date_to", "price_min", "price_max"],
    ),
    (
        "radio: search in",
        "<input name=q><div>Search in: <label><input type=radio name=in value=a checked>everything</label> <label><input type=radio name=in value=t>titles</label></div>",
        ["", "Search in"],
        ["query_text", "match_mode"],
    ),
    (
        "radio group first, no legend",
        "<label><input type=radio name=t value=b> Buy</label><label><input type=radio name=t value=r> Rent</label><input name=loc placeholder='Enter a location'>",
        ["", "Enter a location"],
        ["category", "location"],
    ),
    (
        "check box before its text in the next cell",
        "<table><tr><td>Title</td><td><input name=t></td></tr><tr><td></td><td><input type=checkbox name=o> open access only</td></tr></table>",
        ["Title", "open access only"],
        ["attribute_text", "flag"],
    ),
    (
        "required marks as images",
        "<table><tr><td><img alt='required' src=r.gif> Surname</td><td><input name=s></td></tr><tr><td>Given names</td><td><input name=g></td></tr></table>",
        ["Surname", "Given names"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "label with a colon in its own span",
        "<p><span>Ort</span><span>:</span> <input name=o></p><p><span>Straße</span><span>:</span> <input name=s></p>",
        ["Ort", "Straße"],
        ["location", "location"],
    ),
    (
        "label in parentheses only",
        "<p>(Author) <input name=a></p><p>(Title) <input name=t></p>",
        ["Author", "Title"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "Spanish list with strong",
        "<ul><li><strong>Expediente:</strong> <input name=e></li><li><strong>Ponente:</strong> <input name=p></li><li><strong>Fecha desde:</strong> <input name=d></li><li><strong>hasta:</strong> <input name=h></li></ul>",
        ["Expediente", "Ponente", "Fecha desde", "hasta"],
        ["attribute_text", "attribute_text", "date_from", "date_to"],
    ),
    (
        "French: select + number, below label",
        "<div class=champ><p class=libelle>Département</p><select name=d><option>01 - Ain<option>02 - Aisne</select></div><div class=champ><p class=libelle>Surface minimum</p><input name=s> m²</div>",
        ["Département", "Surface minimum"],
        ["location", "num_min"],
    ),
    (
        "Dutch radio words",
        "<p>Zoek op: <input type=radio name=z value=t>titel <input type=radio name=z value=a>auteur</p><p><input name=q></p>",
        ["Zoek op", ""],
        ["match_mode", "query_text"],
    ),
    (
        "Japanese: heading above groups",
        "<div class=box><p class=ttl>都道府県</p><p><select name=p><option>東京都<option>大阪府</select></p></div><div class=box><p class=ttl>フリーワード</p><p><input name=w></p></div>",
        ["都道府県", "フリーワード"],
        ["location", "query_text"],
    ),
    (
        "Korean table",
        "<table><tr><th scope=row>도서명</th><td><input name=t></td><th scope=row>출판년도</th><td><input name=y1> ~ <input name=y2></td></tr></table>",
        ["도서명", "출판년도", "출판년도"],
        ["attribute_text", "date_from", "date_to"],
    ),
    (
        "Chinese: span title plus links that choose",
        "<div><span>关键词</span><input name=k></div><div><span>地区</span><a href=?a=1>北京</a><a href=?a=2>上海</a></div><div><span>时间</span><input name=t1>-<input name=t2></div>",
        ["关键词", "时间", ""],
        ["query_text", "date_from", "date_to"],
    ),
    (
        "Russian: labels in the first cell, dates",
        "<table><tr><td>Номер дела</td><td><input name=n></td></tr><tr><td>Дата с</td><td><input name=d1> по <input name=d2></td></tr></table>",
        ["Номер дела", "Дата с", "по"],
        ["attribute_text", "date_from", "date_to"],
    ),
    (
        "title attribute repeats the label",
        "<p>Abstract <input name=a title='Abstract'></p><p>Journal <input name=j title='Journal'></p>",
        ["Abstract", "Journal"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "placeholder repeats, label hidden by class",
        "<label class=visually-hidden for=x>Search term</label><input id=x name=x placeholder='Search term'><label class=visually-hidden for=y>Collection</label><select id=y name=y><option value=''>All collections</option><option>Maps<option>Prints</select>",
        ["Search term", "Collection"],
        ["query_text", "category"],
    ),
    (
        "tabs above the form are no labels",
        "<ul class=tabs><li><a href=#1>Basic</a></li><li><a href=#2>Advanced</a></li></ul><div><input name=q><select name=c><option>Books<option>Maps</select></div>",
        ["", ""],
        ["query_text", "category"],
    ),
    (
        "a note before the first control",
        "<p>Enter at least one word. Use * for any ending.</p><div>Headword <input name=h></div><div>Etymology <input name=e></div>",
        ["Headword", "Etymology"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "text of a button between",
        "<div>Artist <input name=a> <button type=button>Browse</button></div><div>Period <input name=p> <button type=button>Browse</button></div>",
        ["Artist", "Period"],
        ["attribute_text", "date"],
    ),
    (
        "calendar icons between",
        "<div>From date <input name=f><img alt='Choose date' src=c.gif></div><div>To date <input name=t><img alt='Choose date' src=c.gif></div>",
        ["From date", "To date"],
        ["date_from", "date_to"],
    ),
    # -- a third: 35 of its 40 forms at once
    (
        "library: search type radio row, box, branch",
        "<div id=types><input type=radio name=idx value=kw id=r1 checked><label for=r1>Keyword</label><input type=radio name=idx value=ti id=r2><label for=r2>Title</label></div><input name=term class=big><div><label for=br>Library:</label><select id=br name=br><option value=''>All libraries</option><option>Main<option>North</select></div>",
        ["", "", "Library"],
        ["match_mode", "query_text", "category"],
    ),
    (
        "data table: a filter row under the heads",
        "<table><thead><tr><th>Species</th><th>Site</th><th>Date</th></tr><tr><td><input name=s></td><td><input name=i></td><td><input name=d></td></tr></thead><tbody><tr><td>Puffin</td><td>Skomer</td><td>2001</td></tr></tbody></table>",
        ["Species", "Site", "Date"],
        ["attribute_text", "attribute_text", "date"],
    ),
    (
        "table with caption",
        "<table><caption>Find a grave</caption><tr><th scope=row>Surname</th><td><input name=s></td></tr><tr><th scope=row>Plot</th><td><input name=p></td></tr></table>",
        ["Surname", "Plot"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "sections with headings over groups",
        "<h3>People</h3><p>Painter <input name=a></p><p>Sitter <input name=b></p><h3>Objects</h3><p>Medium <input name=c></p>",
        ["Painter", "Sitter", "Medium"],
        ["attribute_text"] * 3,
    ),
    (
        "legend plus labels",
        "<fieldset><legend>Dates</legend><label>Start <input type=date name=a></label><label>End <input type=date name=b></label></fieldset>",
        ["Start", "End"],
        ["date_from", "date_to"],
    ),
    (
        "one label, select of operator, box",
        "<p><label for=y>Year</label> <select name=yop><option>=<option>&gt;<option>&lt;</select> <input id=y name=y></p>",
        ["", "Year"],
        ["match_mode", "date"],
    ),
    (
        "label, operator, box without for",
        "<p>Weight <select name=wop><option>=<option>&gt;=<option>&lt;=</select> <input name=w> g</p>",
        ["Weight", ""],
        ["match_mode", "number"],
    ),
    (
        "select with optgroups",
        "<label>Topic <select name=t><optgroup label=Sciences><option>Physics<option>Botany</optgroup><optgroup label=Arts><option>Music</optgroup></select></label>",
        ["Topic"],
        ["category"],
    ),
    (
        "comma label list in one paragraph",
        "<p>Name: <input name=n>, Parish: <input name=p>, County: <select name=c><option>Kent<option>Essex</select></p>",
        ["Name", "Parish", "County"],
        ["attribute_text", "location", "location"],
    ),
    (
        "german: bitte Suchbegriff eingeben over box",
        "<div>Bitte geben Sie einen Suchbegriff ein:</div><input name=s><div>Rubrik:</div><select name=r><option>Alle<option>Politik<option>Sport</select>",
        ["Bitte geben Sie einen Suchbegriff ein", "Rubrik"],
        ["query_text", "category"],
    ),
    (
        "search box then advanced link then select",
        "<input name=q title='Search terms'> <a href=/adv>Advanced</a> <span>in</span> <select name=s><option>All<option>Books</select>",
        ["Search terms", "in"],
        ["query_text", "match_mode"],
    ),
    (
        "tooltip text in a hidden div",
        "<label for=a>Call number</label><div class=tooltip style='display:none'>The number on the spine</div><input id=a name=a><label for=b>Barcode</label><div class=tooltip style='display:none'>Fourteen digits</div><input id=b name=b>",
        ["Call number", "Barcode"],
        ["attribute_text"] * 2,
    ),
    (
        "hidden helper input between label and visible box",
        "<div>Court <input type=hidden name=cid><input name=court autocomplete=off></div><div>Judge <input type=hidden name=jid><input name=judge autocomplete=off></div>",
        ["Court", "Judge"],
        ["attribute_text", "attribute_text"],
    ),
    (
        "select replaced by a script: hidden select and shown box",
        "<div>Town <input name=town_shown><select name=town style='display:none'><option>A<option>B</select></div><div>Street <input name=street></div>",
        ["Town", "", "Street"],
        ["location", "location", "location"],
    ),
    (
        "small caps label with required abbr",
        "<label for=x>Lot number <abbr title=required>*</abbr></label><input id=x name=l><label for=y>Sale <abbr title=required>*</abbr></label><input id=y name=s>",
        ["Lot number", "Sale"],
        ["attribute_text"] * 2,
    ),
    (
        "Swedish rows with col classes",
        "<div class=rad><div class=kol1>Författare</div><div class=kol2><input name=f></div></div><div class=rad><div class=kol1>Utgivningsår</div><div class=kol2><input name=u></div></div>",
        ["Författare", "Utgivningsår"],
        ["attribute_text", "date"],
    ),
    (
        "Norwegian from-to",
        "<p>År fra <input name=fra> til <input name=til></p>",
        ["År fra", "til"],
        ["date_from", "date_to"],
    ),
    (
        "Finnish",
        "<p>Hakusana <input name=h></p><p>Kunta <select name=k><option>Turku<option>Oulu</select></p><p>Vuosi <input name=v></p>",
        ["Hakusana", "Kunta", "Vuosi"],
        ["query_text", "location", "date"],
    ),
    (
        "Hungarian",
        "<p>Cím: <input name=c></p><p>Szerző: <input name=s></p><p>Év: <input name=e></p>",
        ["Cím", "Szerző", "Év"],
        ["attribute_text", "attribute_text", "date"],
    ),
    (
        "Romanian",
        "<p>Titlu: <input name=t></p><p>Autor: <input name=a></p><p>Localitate: <input name=l></p>",
        ["Titlu", "Autor", "Localitate"],
        ["attribute_text", "attribute_text", "location"],
    ),
    (
        "Ukrainian",
        "<p>Назва <input name=n></p><p>Місто <input name=m></p><p>Ціна від <input name=p1> до <input name=p2></p>",
        ["Назва", "Місто", "Ціна від", "до"],
        ["attribute_text", "location", "price_min", "price_max"],
    ),
    (
        "Vietnamese",
        "<p>Tác giả <input name=tg></p><p>Năm xuất bản <input name=n></p>",
        ["Tác giả", "Năm xuất bản"],
        ["attribute_text", "date"],
    ),
    (
        "Thai",
        "<p>ชื่อเรื่อง <input name=t></p><p>ผู้แต่ง <input name=a></p>",
        ["ชื่อเรื่อง", "ผู้แต่ง"],
        ["attribute_text"] * 2,
    ),
    (
        "Persian rtl table",
        "<table dir=rtl><tr><td>عنوان:</td><td><input name=t></td></tr><tr><td>ناشر:</td><td><input name=n></td></tr></table>",
        ["عنوان", "ناشر"],
        ["attribute_text"] * 2,
    ),
    (
        "Japanese floating row of th over td",
        "<table><tr><th>会社名</th><th>勤務地</th></tr><tr><td><input name=c></td><td><select name=p><option>東京都<option>大阪府</select></td></tr></table>",
        ["会社名", "勤務地"],
        ["attribute_text", "location"],
    ),
    (
        "Chinese label cells with nbsp and colons both widths",
        "<table><tr><td>&nbsp;申请号：</td><td><input name=a></td><td>&nbsp;申请人:</td><td><input name=b></td></tr></table>",
        ["申请号", "申请人"],
        ["attribute_text"] * 2,
    ),
    (
        "Chinese date range with calendar words",
        "<div>发布时间：<input name=s>至<input name=e></div><div>关键字：<input name=k></div>",
        ["发布时间", "至", "关键字"],
        ["date_from", "date_to", "query_text"],
    ),
    (
        "legend in bold paragraph, check boxes under",
        "<p><b>Document types</b></p><p><input type=checkbox name=d value=1> Opinions<br><input type=checkbox name=d value=2> Orders<br></p><p>Case name <input name=c></p>",
        ["Document types", "Case name"],
        ["category", "attribute_text"],
    ),
    (
        "radios in list items with a heading",
        "<h4>Sort results by</h4><ul><li><input type=radio name=s value=d id=sd><label for=sd>Date</label></li><li><input type=radio name=s value=r id=sr><label for=sr>Relevance</label></li></ul><input name=q>",
        ["Sort results by", ""],
        ["sort", "query_text"],
    ),
    (
        "text area for many numbers",
        "<label for=n>Accession numbers, one a line</label><textarea id=n name=n></textarea><label for=f>Format</label><select id=f name=f><option>FASTA<option>XML</select>",
        ["Accession numbers, one a line", "Format"],
        ["attribute_text", "view_option"],
    ),
    (
        "bootstrap inline with icons and selects",
        "<div class='form-inline'><div class=form-group><label class=sr-only for=k>Keyword</label><div class=input-group><div class=input-group-addon><i class=fa></i></div><input id=k name=k placeholder=Keyword></div></div><div class=form-group><label class=sr-only for=c>Category</label><select id=c name=c><option value=''>Category</option><option>Toys</select></div></div>",
        ["Keyword", "Category"],
        ["query_text", "category"],
    ),
    (
        "angular: label as mat-label inside",
        "<mat-form-field><mat-label>Ship</mat-label><input name=s></mat-form-field><mat-form-field><mat-label>Port</mat-label><input name=p></mat-form-field>",
        ["Ship", "Port"],
        ["attribute_text"] * 2,
    ),
    (
        "web component labels in attributes",
        "<div data-label=Ship><input name=s aria-label=Ship></div><div data-label=Year><input name=y aria-label=Year></div>",
        ["Ship", "Year"],
        ["attribute_text", "date"],
    ),
    (
        "dl with two dd",
        "<dl><dt>Instrument</dt><dd>choose one or more</dd><dd><select multiple name=i><option>Harp<option>Lute</select></dd><dt>Composer</dt><dd><input name=c></dd></dl>",
        ["Instrument", "Composer"],
        ["category", "attribute_text"],
    ),
    (
        "footer links after form",
        "<div>Street <input name=s></div><div>No. <input name=n size=3></div><p><a href=/a>About</a> <a href=/h>Help</a></p>",
        ["Street", "No"],
        ["location", "attribute_text"],
    ),
    (
        "labels with numbers",
        "<p>1. Subject <input name=a></p><p>2. Period <input name=b></p>",
        ["1. Subject", "2. Period"],
        ["attribute_text", "date"],
    ),
    (
        "map search: near, within",
        "<p>Near <input name=n> within <select name=r><option>5 km<option>10 km<option>25 km</select></p>",
        ["Near", "within"],
        ["location", "number"],
    ),
    (
        "salary",
        "<label>Minimum salary <select name=s><option>Any<option>20,000<option>30,000</select></label><label>Contract <select name=c><option>Any<option>Permanent<option>Temporary</select></label>",
        ["Minimum salary", "Contract"],
        ["price_min", "category"],
    ),
    (
        "a lone 'Search:' before box, then labelled selects",
        "Search: <input name=q> Genre: <select name=g><option>Jazz<option>Folk</select> Year: <select name=y><option>1999<option>2000<option>2001</select>",
        ["Search", "Genre", "Year"],
        ["query_text", "category", "date"],
    ),
    (
        "newsletter box inside a page-wide form",
        "<div id=header><input name='ctl00$hdr$txtSearch' placeholder='Search site'></div><div>Vendor <input name='ctl00$main$vendor'></div><div>Contract no. <input name='ctl00$main$no'></div><div id=foot><input name='ctl00$ft$email' placeholder='Your e-mail'></div>",
        ["Search site", "Vendor", "Contract no", "Your e-mail"],
        ["other_function:site_search", "attribute_text", "attribute_text", "other_function:email"],
    ),
    # -- a fourth: 27 of its 30 forms at once (what it left ambiguous is left out)
    (
        "agency list: From Date / To Date in cells under head",
        "<table><tr><td colspan=4><b>Search by date</b></td></tr><tr><td>From Date:</td><td><input name=fd></td><td>To Date:</td><td><input name=td></td></tr></table>",
        ["From Date", "To Date"],
        ["date_from", "date_to"],
    ),
    (
        "docket form with hints in italics below",
        "<p>Docket number<br><input name=d><br><i>Example: 15-123</i></p><p>Party<br><input name=p><br><i>Last name only</i></p>",
        ["Docket number", "Party"],
        ["attribute_text"] * 2,
    ),
    (
        "label right-aligned in div before floated box",
        "<div style='float:left;width:100px'>Bill no.</div><div style='float:left'><input name=b></div><br clear=all><div style='float:left;width:100px'>Sponsor</div><div style='float:left'><input name=s></div>",
        ["Bill no", "Sponsor"],
        ["attribute_text"] * 2,
    ),
    (
        "center and bold",
        "<center><b>Enter keywords:</b><br><input name=k size=50><br><b>In section:</b> <select name=s><option>All sections<option>Title 1<option>Title 2</select></center>",
        ["Enter keywords", "In section"],
        ["query_text", "category"],
    ),
    (
        "text after box in same cell is help",
        "<table><tr><td>Case No</td><td><input name=c> <font size=1>format 12-CV-1234</font></td></tr><tr><td>Court</td><td><select name=k><option>ED<option>WD</select></td></tr></table>",
        ["Case No", "Court"],
        ["attribute_text", "category"],
    ),
    (
        "a list of links between label and box",
        "<p>Letter: <a href=?l=A>A</a> <a href=?l=B>B</a></p><p>Surname: <input name=s></p>",
        ["Surname"],
        ["query_text"],
    ),
    (
        "a select for number of results at the end with text around",
        "<input name=q> Show <select name=n><option>10<option>50</select> results per page",
        ["", "Show"],
        ["query_text", "page_size"],
    ),
    (
        "sort with label behind",
        "<input name=q><select name=s><option>relevance<option>date<option>title</select> sort order",
        ["", "sort order"],
        ["query_text", "sort"],
    ),
    (
        "check boxes in a table of columns",
        "<table><tr><td colspan=3>Regions</td></tr><tr><td><input type=checkbox name=r value=1>North</td><td><input type=checkbox name=r value=2>South</td><td><input type=checkbox name=r value=3>East</td></tr></table><input name=q>",
        ["Regions", ""],
        ["location", "query_text"],
    ),
    (
        "bilingual label",
        "<table><tr><td>Nom / Name</td><td><input name=n></td></tr><tr><td>Lieu / Place</td><td><input name=l></td></tr></table>",
        ["Nom / Name", "Lieu / Place"],
        ["attribute_text", "location"],
    ),
    (
        "label with line break inside",
        "<table><tr><td>Date of<br>hearing</td><td><input name=d></td></tr><tr><td>Presiding<br>officer</td><td><input name=o></td></tr></table>",
        ["Date of hearing", "Presiding officer"],
        ["date", "attribute_text"],
    ),
    (
        "steps",
        "<p>Step 1: choose a county <select name=c><option>Kent<option>Essex</select></p><p>Step 2: enter a name <input name=n></p>",
        ["Step 1: choose a county", "Step 2: enter a name"],
        ["location", "attribute_text"],
    ),
    (
        "placeholder and a select with default",
        "<input name=q placeholder='Search products…'><select name=cat><option value=0>All Categories</option><option value=1>Shoes</option></select>",
        ["Search products…", "All Categories"],
        ["query_text", "category"],
    ),
    (
        "fieldset per field, box after a list",
        "<fieldset><legend>Subject area</legend><select name=s><option>Any<option>Law</select></fieldset><fieldset><legend>Author</legend><input name=a></fieldset>",
        ["Subject area", "Author"],
        ["category", "attribute_text"],
    ),
    (
        "label contains select",
        "<label>Order by <select name=o><option>Newest<option>Oldest</select></label><label>Type <select name=t><option>PDF<option>HTML</select></label>",
        ["Order by", "Type"],
        ["sort", "category"],
    ),
    (
        "yes no select",
        "<label>Open access <select name=o><option>Yes<option>No</select></label><label>Words <input name=w></label>",
        ["Open access", "Words"],
        ["category", "attribute_text"],
    ),
    (
        "french table of checkbox",
        "<table><tr><td>Équipements</td><td><label><input type=checkbox name=e1>Piscine</label> <label><input type=checkbox name=e2>Garage</label></td></tr><tr><td>Ville</td><td><input name=v></td></tr></table>",
        ["Piscine", "Garage", "Ville"],
        ["flag", "flag", "location"],
    ),
    (
        "german radius",
        "<label for=p>PLZ / Ort</label><input id=p name=p><label for=u>Umkreis</label><select id=u name=u><option>10 km<option>20 km</select>",
        ["PLZ / Ort", "Umkreis"],
        ["location", "number"],
    ),
    (
        "Portuguese ASP",
        "<table><tr><td class=rotulo>N&ordm; do processo:</td><td><input name=np></td></tr><tr><td class=rotulo>Relator:</td><td><input name=r></td></tr></table>",
        ["Nº do processo", "Relator"],
        ["attribute_text"] * 2,
    ),
    (
        "Russian label column",
        "<table><tr><td>Автор</td><td><input name=a></td></tr><tr><td>Год издания</td><td>с <input name=g1> по <input name=g2></td></tr></table>",
        ["Автор", "с", "по"],
        ["attribute_text", "date_from", "date_to"],
    ),
    (
        "Japanese radio for and/or",
        "<p>キーワード <input name=k> <input type=radio name=m value=a>AND <input type=radio name=m value=o>OR</p>",
        ["キーワード", ""],
        ["query_text", "match_mode"],
    ),
    (
        "Japanese years",
        "<table><tr><th>出版年</th><td><input name=y1>年 ～ <input name=y2>年</td></tr><tr><th>ISBN</th><td><input name=i></td></tr></table>",
        ["出版年", "出版年", "ISBN"],
        ["date_from", "date_to", "attribute_text"],
    ),
    (
        "Korean labels",
        "<div><span>저자</span><input name=a></div><div><span>발행처</span><input name=p></div>",
        ["저자", "발행처"],
        ["attribute_text"] * 2,
    ),
    (
        "what a range is of stands in a cell of two rows",
        "<table><tr><td rowspan=2>Date</td><td>from <input name=d1></td></tr><tr><td>to <input name=d2></td></tr></table>",
        ["from", "to"],
        ["date_from", "date_to"],
    ),
]

GAPS: list[tuple[str, str, list[str], list[str]]] = [
    (
        "a label in a picture",
        "<table><tr><td><img alt='Keyword' src=k.gif></td><td><input name=kw></td></tr></table>",
        ["Keyword"],
        ["query_text"],
    ),
]
"""What is not read right yet."""


def read(inside: str) -> tuple[list[str], list[str]]:
    """Labels and roles of a form's controls, groups of boxes as one."""
    page = parse_html(f"<form action=/s>{inside}<button>Search</button></form>", "http://h.test/")
    fields = [
        group
        for group in control_groups(find_interfaces(page)[0])
        if group[0].kind not in {"hidden", "submit", "image", "reset", "button"}
    ]
    labels = [g[0].group_label if len(g) > 1 else g[0].label for g in fields]
    return labels, [g[0].role for g in fields]


def bare(label: str) -> str:
    """Without the marks at its edges that are no part of a label."""
    return " ".join(label.strip(" :：*?…-–().").split())


@pytest.mark.parametrize(
    ("inside", "labels"), [(f[1], f[2]) for f in FORMS], ids=[f[0] for f in FORMS]
)
def test_labels(inside: str, labels: list[str]) -> None:
    assert [bare(label) for label in read(inside)[0]] == [bare(label) for label in labels]


@pytest.mark.parametrize(
    ("inside", "roles"), [(f[1], f[3]) for f in FORMS], ids=[f[0] for f in FORMS]
)
def test_roles(inside: str, roles: list[str]) -> None:
    assert read(inside)[1] == roles


@pytest.mark.parametrize(
    ("inside", "labels", "roles"),
    [pytest.param(*g[1:], marks=pytest.mark.xfail(strict=True, reason=g[0])) for g in GAPS],
)
def test_gaps(inside: str, labels: list[str], roles: list[str]) -> None:
    assert read(inside) == (labels, roles)


def test_the_table_is_as_large_as_it_says() -> None:
    assert len(FORMS) >= 195
    assert len({form[0] for form in FORMS}) == len(FORMS)
