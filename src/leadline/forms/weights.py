"""Weights of form features by kind, in hundredths: a fitted table, not edited.

Made by ``leadline.bench.form_weights`` from 1017 labelled forms (which holds the method, the
penalty and the cross-validated figures). One feature a line, with a column
for each of ``classify.KINDS``.
"""

from typing import Final

TABLE: Final = """\
1:address	4	22	-13	-13	4	-5	9	-7
1:comment	5	-1	-5	-5	20	-3	-9	-2
1:company	2	1	-1	-1	-5	-0	-1	4
1:contact	9	-1	4	-2	-7	-2	-2	1
1:coupon	-2	-4	-2	15	10	-5	0	-12
1:date	-8	-4	-6	-7	20	2	-0	3
1:email	2	17	40	-20	-40	27	0	-26
1:email & login	-7	26	-7	-4	-11	6	-0	-4
1:email & newsletter	-6	-5	71	-4	-13	-24	-14	-6
1:email & order	-0	2	3	-0	-0	-1	-3	-0
1:email & recover	-4	12	-13	-3	-6	32	-15	-3
1:email & register	-12	-7	8	-5	-14	-8	43	-5
1:login	-4	18	-2	-5	11	-0	-11	-8
1:matter	8	-2	-6	-6	8	-2	-4	5
1:message	8	1	-0	-1	-5	-0	-1	0
1:newsletter	-1	-3	22	-2	-4	-20	10	-3
1:order	-3	-1	-5	1	17	-3	-3	-3
1:other_button	-8	-2	5	-1	20	-6	-4	-4
1:password	-0	-2	-2	-0	-2	7	-0	-1
1:person	26	3	4	-22	-27	34	11	-29
1:price	-2	-1	-1	5	-7	-1	-0	8
1:product	-0	-0	-0	2	-2	-0	-0	0
1:quantity	-2	-2	-3	54	-27	-4	-1	-15
1:recover	-0	-2	-2	-0	-2	8	-0	-1
1:register	-2	-10	-0	-1	-3	-6	24	-1
1:search	-5	-3	-4	-9	-24	-4	0	50
1:user	-21	6	-28	-13	3	23	9	20
1:website	-15	-1	-4	-3	34	-2	-4	-4
action other	44	13	5	-13	-46	-36	-18	51
asks	-4	-2	-3	-8	-26	-3	-2	48
aspnet	-5	-1	-3	-14	10	-2	-3	17
b:agree	-0	-2	-11	-0	-0	-1	14	-0
b:clear	21	-6	-23	-13	-1	38	-10	-5
b:comment	7	-1	-5	-5	18	-3	-8	-1
b:contact	2	1	-2	6	-2	-1	-2	-3
b:date	-3	-2	-2	20	-17	-2	2	3
b:email	15	6	-5	7	-10	4	-14	-4
b:jump	-9	-3	15	-9	7	-4	-3	7
b:login	-8	56	19	-7	-20	-11	-18	-12
b:message	8	-1	-2	-4	-9	-1	1	8
b:newsletter	-10	-3	43	-2	-3	-15	-10	-1
b:order	-18	-2	-5	73	-26	-3	-5	-15
b:other_button	7	2	3	23	-9	-1	-3	-23
b:password	-3	-3	-21	-4	-15	61	-10	-5
b:poll	-4	-0	-3	-4	17	-1	-2	-2
b:quote	-3	-1	-2	19	-16	-2	-3	8
b:recover	-1	5	-3	-2	-7	15	-3	-3
b:register	-7	-27	10	-4	-0	-20	55	-5
b:search	-11	-7	-12	-5	9	-8	-8	43
b:sort	-1	-1	-0	2	-5	-0	1	4
b:user	-0	-1	-0	-0	-2	1	3	-0
b:website	0	-0	1	-1	4	-0	-3	-0
box>-1	22	-13	-6	20	2	-20	-10	5
box>-4	21	-12	-11	20	1	-16	-7	4
box>1	6	-5	-6	-11	-12	-8	-4	40
box>2.5	-4	-4	-5	-9	-4	-6	-2	35
box>4	-6	-5	-3	-6	9	-3	-3	18
box>6	-1	-1	-1	-1	-4	-1	-1	9
button=0	2	-13	-5	0	10	2	3	1
button=1	-1	7	1	0	11	-3	-11	-4
button=2	2	-0	-1	1	3	-3	1	-2
button>0	-3	6	-2	-4	18	-6	-11	3
button>1	-3	-1	-3	-4	7	-3	-0	8
button>2	-4	-1	-2	-5	4	-1	-1	10
checkbox=0	-3	-10	-12	6	11	12	-11	7
checkbox=1	7	7	-6	-9	7	-13	9	-4
checkbox=2	-1	-1	12	-1	-4	-1	-3	-1
checkbox=3	-14	-0	-3	3	19	-0	-3	-2
checkbox=4	10	-3	1	-3	-5	-2	-1	4
checkbox>0	2	3	4	-10	17	-16	2	-2
checkbox>1	-5	-4	10	-1	10	-3	-7	1
checkbox>2	-4	-3	-2	-0	14	-2	-4	2
checkbox>5	-4	-0	0	-2	5	-1	-1	2
email=0	-2	-1	-39	12	16	12	-8	12
email=1	1	-4	32	-15	11	-16	-3	-7
email>0	1	-6	32	-15	11	-16	-0	-7
f:address	1	9	-2	-1	-4	-1	-4	3
f:calculate	-4	-0	2	-0	14	-1	-1	-10
f:category	3	1	-0	-0	-7	-2	-1	5
f:clear	-4	-5	-15	-2	-5	35	-3	-2
f:comment	32	2	-6	-5	-19	-3	0	-1
f:company	-3	8	7	-2	-5	-2	-2	-1
f:contact	59	-2	-1	-7	-21	-7	-12	-9
f:date	-1	0	1	3	-4	-1	2	-1
f:email	7	2	21	-2	-6	1	-22	-2
f:login	-9	47	-17	-8	-9	-7	15	-13
f:matter	-1	-0	-0	2	-4	-0	-0	3
f:message	4	1	-0	-1	-2	-0	-1	-0
f:newsletter	-5	-10	78	-6	-25	-25	-1	-6
f:order	-13	-4	-6	51	-1	-8	-1	-17
f:other_button	10	-6	3	6	45	-12	-16	-31
f:password	-8	-12	-14	-5	-23	75	-7	-6
f:phone	-0	-1	-1	-2	9	-1	-0	-3
f:poll	-9	-1	2	-6	31	-2	-3	-12
f:product	-2	-2	-3	20	-22	-4	-2	14
f:quote	-6	-3	-5	-11	38	-5	-5	-3
f:recover	-3	-7	-7	-2	-6	35	-7	-2
f:register	-18	-25	-7	-8	-20	-25	110	-7
f:search	-10	-6	-11	-15	-28	-9	-5	84
f:switch	-5	-1	-2	-2	11	-3	18	-15
f:user	-20	-21	-12	-7	24	27	15	-6
f:website	-7	-2	-1	-2	13	-19	30	-13
file=0	-5	-4	-6	-1	20	-2	-10	7
file=1	2	-3	-2	-1	3	-2	3	-1
file>0	4	-3	-2	-2	7	-2	1	-3
first box search	-3	-2	-4	-7	-21	-4	-2	43
h:address	3	-0	-3	-4	-2	-2	6	2
h:captcha	4	-3	-6	-2	-4	7	4	-0
h:category	-2	-3	0	-4	13	-5	-1	2
h:comment	19	-0	-4	-2	-7	-1	-4	-1
h:coupon	-7	-1	1	18	-9	-2	0	-0
h:date	-9	2	5	13	-7	-11	10	-3
h:email	0	-3	6	-2	4	-1	-2	-1
h:filter	-0	-0	-1	-1	4	-1	-3	2
h:language	1	-2	-6	17	-12	5	-1	-1
h:login	-6	22	-2	-3	-8	4	-6	-2
h:matter	-11	-3	44	4	-24	0	-5	-5
h:message	1	1	-1	2	-5	-0	1	2
h:newsletter	-1	-4	-3	-1	-2	-16	29	-1
h:order	-4	-1	-1	25	-16	-2	5	-6
h:other_button	-10	20	-2	7	6	-2	-10	-9
h:pagesize	-0	-0	-0	-1	-1	-0	-0	2
h:password	-1	8	-7	-1	-8	1	10	-2
h:person	-9	-3	-3	12	-12	8	7	-0
h:poll	-3	-0	5	-5	6	-1	-1	-1
h:price	-9	-1	-4	14	13	-3	-4	-6
h:product	-2	-2	-5	26	-5	-5	-3	-5
h:quantity	-2	-1	-1	32	-19	-2	-0	-6
h:register	-1	-10	-18	-1	-3	-6	36	3
h:remember	-0	5	-1	-0	-1	-1	-3	-0
h:search	-2	-2	-10	2	1	-4	8	6
h:sort	-1	-0	-1	-1	-3	-1	-0	8
h:switch	-11	15	-5	-9	9	-18	26	-6
h:user	-16	6	-4	-2	29	-3	-7	-3
h:website	-8	-38	-3	-0	29	-3	28	-6
hidden=0	-2	0	0	-13	21	-3	-26	22
hidden=1	-9	9	-6	-10	-6	13	14	-4
hidden=2	31	-24	-9	-11	20	-6	-0	-1
hidden=3	-12	-3	-1	8	21	-6	3	-11
hidden=4	-10	11	9	23	-28	-2	-1	-1
hidden>0	0	-7	-8	10	7	-1	17	-18
hidden>1	10	-16	-2	20	13	-14	3	-13
hidden>2	-21	8	8	31	-7	-8	3	-12
hidden>5	-11	-5	10	38	-32	-4	-1	6
l:address	10	8	34	-12	-10	-16	-2	-12
l:agree	3	-1	11	-2	-1	-1	-4	-4
l:birth	-3	-2	8	3	-5	-1	1	-3
l:captcha	1	2	-2	-2	11	-4	-0	-6
l:category	15	-1	-4	-4	-10	0	-3	7
l:comment	42	-1	-8	2	-23	-2	-6	-3
l:company	1	-3	-4	-3	7	-2	2	2
l:contact	24	-2	1	-8	-10	5	-7	-3
l:coupon	-5	-1	5	-7	12	3	-5	-1
l:date	-2	-2	14	15	-39	-9	-6	30
l:email	22	-5	39	-15	-29	-0	19	-32
l:jump	-2	-0	-1	-1	20	-1	-0	-14
l:login	-1	23	-0	-1	-17	-4	-3	3
l:matter	7	-2	-6	7	-1	-4	-8	8
l:message	49	-2	-11	7	-21	-8	-13	-2
l:newsletter	-5	-4	30	5	-6	-19	2	-4
l:order	-5	-1	-5	2	3	-4	-5	14
l:other_button	-22	-5	-5	-10	26	8	-7	14
l:password	-16	31	-23	-9	-12	1	37	-8
l:person	1	-12	22	-6	22	-15	9	-22
l:phone	10	-2	-10	2	7	-3	-0	-4
l:poll	-13	-1	-2	-3	27	-3	-5	-1
l:price	-2	-1	-1	4	-8	-1	-1	10
l:product	1	-0	-0	1	-17	-1	-1	17
l:quantity	-1	-1	-2	25	-12	-1	-1	-7
l:quote	-1	-1	-2	-3	12	-3	-1	-0
l:recover	-0	-0	-1	-0	-0	3	0	-0
l:register	1	-8	9	-4	-4	-4	4	6
l:remember	-6	-4	-2	-2	35	-5	-14	-2
l:search	-5	-3	-4	-9	-17	-4	-0	42
l:sort	-2	-1	-1	-5	-5	-2	-1	16
l:user	-13	-8	-4	-7	10	9	22	-10
l:website	-9	-3	-4	-2	17	-3	5	0
method=post	18	15	19	-19	-15	17	-2	-32
method=post & comment	29	1	-7	9	-24	-5	2	-5
method=post & login	-21	48	7	-13	2	-1	-5	-17
method=post & newsletter	-6	-12	62	-8	-11	-26	7	-6
method=post & no box	1	-13	-13	4	40	-1	4	-22
method=post & order	-12	-5	-9	58	5	-11	-10	-15
method=post & recover	-8	21	-12	-6	-21	53	-19	-6
method=post & register	-24	-3	-1	-17	-13	-17	91	-16
method=post & search	-2	-7	-12	-8	18	-12	-5	28
multipart	-2	-5	41	-11	15	-18	-8	-13
n:address	-19	-10	-16	3	-2	-5	45	4
n:agree	-2	-14	16	3	-11	-4	13	-2
n:birth	-1	-1	8	-2	-6	-2	6	-2
n:captcha	8	-2	2	-7	3	8	-4	-8
n:category	16	-1	-2	-6	-25	-3	18	2
n:comment	19	-2	-7	0	5	-5	-8	-2
n:company	-4	-4	-4	-2	1	-1	14	-1
n:contact	20	-2	-5	-7	-10	5	-6	5
n:coupon	-18	-3	4	13	21	-0	-7	-10
n:date	-3	-4	-4	-14	1	6	2	15
n:email	4	-15	11	-12	-30	22	54	-34
n:filter	-2	-1	-2	-1	17	-1	-1	-9
n:login	-6	29	-5	-5	15	-4	-14	-9
n:matter	30	-4	-8	-12	-12	-4	-1	11
n:message	55	-3	-13	-3	-25	-10	-8	7
n:newsletter	-3	-7	18	9	-7	-10	3	-4
n:order	-2	-1	-5	5	14	-3	-3	-4
n:other_button	-13	3	-0	1	-7	22	-1	-4
n:password	-16	36	-25	-10	-8	5	31	-13
n:person	6	-6	-19	-13	8	20	20	-15
n:phone	2	-3	-5	9	5	-3	1	-5
n:poll	-7	-4	-4	-4	37	-1	-4	-14
n:price	-2	-0	-1	-3	-8	-1	-1	16
n:product	-2	-0	-1	17	-11	-1	-1	-1
n:quantity	-3	-2	-4	60	-31	-4	-0	-16
n:recover	-2	-2	-3	-3	7	4	-1	-2
n:register	-3	-4	-5	-2	-5	-7	24	2
n:remember	-6	20	-2	-1	3	-3	-11	-1
n:search	-6	-6	-3	-7	6	-4	-2	23
n:sort	-2	-0	-0	-2	-14	-1	-0	19
n:switch	-12	-1	-2	3	46	-4	-4	-27
n:user	-26	1	-24	0	15	4	9	21
n:website	-9	-3	-5	-5	31	-3	-4	-3
no box	13	-19	-19	2	28	1	-6	-0
no box & newsletter	-2	-0	-1	-1	20	-1	-1	-14
no box & order	5	-2	-4	13	-3	-5	-5	1
no box & register	-9	-4	-4	-9	26	-5	12	-9
no box & search	5	-1	-2	-5	0	-3	-2	8
no box & select>0	-5	-4	-5	2	-7	-11	-6	36
no button	20	-4	-20	-5	8	0	8	-7
nothing	34	-5	-9	-6	37	-16	-11	-23
one box	-30	34	-0	14	-11	-2	-30	24
one box & 1:email	-12	9	35	-13	-16	25	-8	-21
one box only	-26	-34	4	19	-17	32	-10	34
one box only & 1:email	-8	-25	34	-9	-21	48	-3	-15
one box only & login	-2	1	4	-3	-9	13	3	-7
one box only & newsletter	-3	-5	51	-3	-5	-20	-13	-4
one box only & order	-2	-1	1	19	-10	-2	-3	-2
one box only & recover	-2	-8	-10	-3	-9	40	-3	-5
one box only & register	-2	-9	19	-3	-5	-4	7	-3
one box only & search	-6	-5	-7	-11	-17	-8	-2	55
options	-5	-9	-17	3	15	-12	-3	29
password=0	16	-56	11	8	47	1	-47	20
password=1	-9	69	-13	-7	-6	-11	-10	-14
password=1 & email=1	-0	6	-2	-0	-1	-2	-1	-0
password=1 & login	-3	46	-8	-5	12	-22	-11	-8
password=1 & newsletter	-1	-2	-2	-0	-2	-1	7	-0
password=1 & order	-0	1	-1	-1	-1	-1	4	-1
password=1 & recover	-1	34	-2	-1	-6	-11	-13	-1
password=1 & register	-5	24	-7	-2	-12	-6	12	-5
password=1 & text>1	-4	-7	-2	-1	1	-3	21	-5
password=2	-8	-19	-6	-4	-13	6	47	-2
password=2 & login	-3	-10	-3	-1	-2	-4	22	-0
password=2 & newsletter	-1	-2	-1	-0	-1	-0	6	-0
password=2 & register	-3	-14	-4	-2	-3	-5	32	-1
password>0	-17	49	-18	-11	-19	-5	38	-16
password>1	-9	-20	-6	-4	-14	6	48	-2
r:category	19	-6	-10	-19	-31	-9	6	51
r:date	-6	-5	-4	4	-20	3	0	29
r:from	9	16	4	-5	-20	-13	-7	16
r:identifier	-5	13	-12	-3	-5	6	-2	9
r:location	-10	9	-10	-4	7	-11	31	-11
r:match	2	-0	-1	-3	-5	-0	0	7
r:number	-4	-29	-9	50	19	-10	-13	-4
r:price	-3	13	-2	3	-16	-2	-3	11
r:sort	-5	-1	-5	-3	10	-5	-4	12
r:to	-8	-10	-10	6	12	-15	8	16
r:view	1	3	-1	-1	-9	-2	3	6
r:without	5	-2	-1	6	-10	-1	-0	3
radio=0	-0	2	-5	-9	18	6	-25	13
radio=2	-9	-2	5	-5	1	-4	20	-7
radio=3	2	-4	-2	10	-11	-2	7	-0
radio=4	6	-3	-6	0	20	-5	-10	-2
radio>0	-1	-9	-3	6	10	-10	16	-8
radio>1	-1	-9	-3	6	10	-10	16	-8
radio>2	8	-7	-8	11	9	-7	-4	-2
radio>5	-2	-1	-5	4	22	-4	-11	-3
ranges	-5	-1	-2	-9	-18	-3	-2	40
required	10	-9	45	-14	-32	-3	8	-5
role:attribute_text	9	-0	-3	-9	3	-5	13	-8
role:category	-13	-16	-14	9	41	-15	17	-8
role:date	0	-5	-0	-5	-1	-7	2	17
role:date_from	-5	-1	-1	-5	-3	-1	-2	16
role:date_to	0	-1	-1	-4	-9	2	-0	13
role:flag	3	3	0	-10	18	-16	3	-2
role:location	-8	-10	-8	-3	40	-6	-2	-4
role:match_mode	4	-0	-0	-1	-3	-0	-0	0
role:number	-10	3	-8	50	-13	-8	-9	-6
role:other	47	42	-40	-4	-8	-18	10	-27
role:other_function:email	13	-13	54	-21	-47	24	30	-40
role:price_max	-1	-0	-1	-3	-6	-1	-1	13
role:price_min	-1	-0	-1	-3	-7	-1	-1	13
role:query_text	-3	-5	-6	-14	-10	-7	-3	46
role:sort	-3	-1	-1	-2	-7	-2	-1	16
search name	6	-3	-5	-9	-5	-6	-4	26
search name & login	-2	1	-0	-1	5	-1	-2	-0
search name & one box	-3	-3	-4	-6	-18	-4	-1	39
search name & search	2	-6	-4	-6	-7	-3	-4	28
select=0	6	2	10	-7	15	8	-10	-24
select=1	-4	-4	-7	-6	30	-6	-3	0
select=2	6	-3	-8	-2	-3	-4	4	10
select=3	-4	-1	-1	13	-10	-1	1	3
select=4	-6	-1	-1	-2	-5	-1	-0	15
select>0	-7	-8	-17	4	12	-13	1	28
select>0 & comment	1	-2	-0	0	-2	-0	4	-1
select>0 & login	-5	1	-1	-2	2	-1	7	-1
select>0 & newsletter	-4	-2	1	-3	15	-2	5	-11
select>0 & order	10	-2	-2	33	-44	-2	-0	8
select>0 & register	-5	-6	-5	-2	-4	-1	24	-2
select>0 & search	9	-2	-6	-8	-14	-4	-3	29
select>1	-3	-5	-10	10	-18	-6	5	28
select>2	-10	-2	-2	12	-15	-2	1	17
select>5	-6	-0	-1	-3	-1	-1	-2	13
sifts	-5	-1	-2	-5	-27	-3	-2	44
submit=0	14	-10	-14	-7	17	-2	1	1
submit=1	-1	6	2	-12	9	1	-3	-1
submit=2	-12	-4	5	10	11	-2	-6	-3
submit=4	-1	1	-1	-4	-6	-1	-0	12
submit>0	-15	3	6	4	11	-2	-10	4
submit>1	-14	-3	4	16	2	-3	-7	5
submit>2	-2	1	-1	5	-9	-1	-1	8
t:clear	0	-3	-10	-2	-7	27	-5	-1
t:comment	9	-0	-1	-1	-4	-0	-1	-1
t:contact	40	-1	-10	-5	-12	-3	-6	-2
t:date	-7	15	0	2	-11	-8	-0	8
t:email	-1	-2	6	-1	-4	7	-4	-1
t:filter	-2	-1	-1	-4	10	-1	-0	-1
t:login	-9	53	4	-3	-4	-13	-22	-6
t:matter	-0	-0	-0	9	-4	-0	-1	-3
t:newsletter	-2	-2	24	-2	-8	-5	-8	2
t:order	-4	-1	-4	3	18	-3	-5	-3
t:other_button	-12	-2	9	-4	28	-7	3	-16
t:password	-10	-15	-18	-6	-29	93	-10	-5
t:person	-4	-1	7	-2	4	-1	-0	-3
t:poll	-17	-1	-2	-4	33	-3	-5	-1
t:quote	-4	-1	-1	-1	10	-2	-2	2
t:recover	-5	-4	-7	-2	-7	32	-5	-2
t:register	-7	-12	-0	-2	-5	-10	38	-2
t:search	-2	-1	-4	-5	11	-3	-2	5
t:user	-1	-1	-4	-1	-3	5	10	-4
tel=0	-9	-6	2	-1	17	-3	-6	6
tel=1	6	-1	-9	-2	12	-1	-4	-1
tel>0	8	-1	-10	-3	11	-1	-3	-1
text=0	16	-17	-12	-1	21	-2	-4	-2
text=1	-25	23	13	5	-3	-10	-25	21
text=2	0	6	10	-21	-8	13	4	-4
text=3	13	-11	-12	2	13	-6	8	-5
text=4	-5	-8	-6	11	5	0	8	-5
text>0	-17	10	4	-3	7	-2	-5	6
text>1	8	-13	-9	-8	10	7	20	-15
text>2	8	-20	-19	13	18	-5	16	-10
text>5	-11	-4	5	-1	1	1	10	-1
textarea=0	-63	1	15	-10	26	11	5	15
textarea=1	64	-7	-21	8	-7	-14	-12	-10
textarea>0	62	-8	-22	6	1	-15	-13	-11
textarea>0 & comment	23	-2	-7	-8	9	-4	-8	-2
textarea>0 & login	2	-1	-2	-1	4	-1	-1	-1
textarea>0 & newsletter	13	-0	-6	-1	-5	-1	0	-0
textarea>0 & order	-12	-0	-1	24	-6	-0	-4	-1
textarea>0 & register	1	-0	-3	-1	-2	-0	6	-0
textarea>0 & search	-3	-1	-1	6	-1	-2	4	-2
textarea>1	-2	-1	-1	-1	8	-1	-1	-1
type=search	-0	-0	-0	-0	-1	-0	-0	2
x:address	21	-5	-26	-15	-5	29	13	-13
x:advanced	-1	3	-1	-2	-6	-2	-2	10
x:agree	36	-8	1	-3	-29	-4	12	-5
x:birth	-1	-1	9	-0	-3	-1	-3	-0
x:captcha	-1	1	-9	-1	-3	10	4	-1
x:category	13	-2	-5	-5	-6	-1	-3	8
x:clear	25	-5	-9	-8	-3	4	-6	0
x:comment	16	-2	-7	8	2	-5	-6	-5
x:company	2	-0	-9	-2	13	-1	-0	-2
x:contact	54	-1	-1	-10	-24	2	-2	-18
x:coupon	-0	1	3	-4	15	2	-9	-8
x:date	-22	-7	15	6	-2	-1	-0	12
x:email	21	-7	-13	-12	3	22	7	-22
x:filter	-1	-1	-2	-5	7	-2	-1	5
x:jump	-6	-2	22	-10	1	-4	-7	7
x:login	-7	9	22	-5	-4	-2	-8	-5
x:matter	8	-3	-4	18	-11	-4	-10	8
x:message	42	-3	-11	-5	-1	-4	-12	-5
x:newsletter	-7	-5	42	-5	11	-14	-10	-13
x:order	3	-2	-5	8	3	-7	-9	8
x:other_button	23	-10	8	1	-18	-4	-0	0
x:password	-15	49	-28	-6	-31	24	14	-7
x:person	7	-7	10	-23	29	-2	-3	-12
x:phone	38	-3	-7	-2	-5	-5	-2	-14
x:poll	-0	-1	-3	-8	27	-4	-6	-5
x:price	-7	-1	2	11	-6	-3	-4	7
x:product	-1	-2	8	9	-21	-2	-6	15
x:quantity	-1	-0	-1	21	-9	-1	-0	-8
x:quote	9	-3	-4	1	3	-4	0	-2
x:recover	-3	26	-6	-2	-9	8	-12	-2
x:register	-12	8	2	-10	12	5	8	-13
x:remember	-2	-8	7	-2	22	-4	-12	-2
x:search	4	-2	-6	-11	-3	-7	0	25
x:sort	-2	-1	-1	-2	3	-2	-0	4
x:switch	-1	-0	-0	3	1	-1	-1	-1
x:user	2	28	-4	7	-40	7	22	-22
x:website	4	-3	-6	-4	18	-5	4	-7
bias	-1	-7	-8	-3	28	-4	-9	4
"""
