"""Weights of form features by kind, in hundredths: a fitted table, not for editing by hand.

Made by ``leadline.bench.form_weights`` from 1017 labelled forms (which holds the method, the
penalty and the cross-validated figures). One feature a line, with a column
for each of ``classify.KINDS``.
"""

from typing import Final

TABLE: Final = """\
1:address	3	21	-13	-14	5	-4	9	-8
1:comment	5	-1	-6	-5	21	-4	-8	-2
1:company	2	1	-1	-0	-4	-0	-1	4
1:contact	10	-1	4	-2	-8	-2	-2	1
1:coupon	-2	-4	-4	14	13	-5	0	-12
1:date	-10	-4	-7	-7	19	2	-0	6
1:email	4	15	47	-22	-47	31	2	-30
1:email & login	-7	25	-5	-4	-12	8	1	-4
1:email & newsletter	-5	-5	73	-4	-14	-23	-14	-7
1:email & order	-0	2	3	-0	-0	-1	-3	-0
1:email & recover	-4	12	-13	-3	-7	33	-15	-3
1:email & register	-12	-7	8	-5	-15	-8	43	-5
1:login	-4	19	-2	-5	11	-1	-10	-8
1:matter	9	-2	-7	-7	8	-3	-4	6
1:message	8	1	-0	-1	-5	-0	-1	-0
1:newsletter	-1	-3	23	-2	-5	-19	11	-3
1:order	-3	-1	-5	1	18	-3	-4	-4
1:other_button	-8	-3	6	-1	20	-6	-3	-5
1:password	-0	-2	-1	-0	-2	8	-0	-1
1:person	25	3	6	-22	-25	35	12	-34
1:price	-3	-1	-2	4	-10	-2	-1	12
1:product	-0	-0	-0	2	-2	-0	-0	-0
1:quantity	-3	-2	-4	60	-30	-4	-1	-16
1:recover	-0	-2	-2	-0	-2	8	-0	-1
1:register	-2	-11	0	-1	-3	-6	24	-1
1:search	-5	-4	-5	-11	-27	-5	0	56
1:user	-22	8	-28	-13	4	23	10	19
1:website	-11	-1	-3	-4	30	-2	-4	-5
action other	41	13	4	-14	-42	-36	-18	52
asks	-4	-2	-3	-8	-28	-3	-2	51
aspnet	-4	-2	-3	-14	9	-2	-3	19
b:agree	-0	-2	-11	-0	-0	-1	14	-0
b:clear	21	-6	-24	-14	1	38	-10	-6
b:comment	8	-1	-5	-5	17	-4	-8	-2
b:contact	3	1	-2	6	-1	-1	-2	-3
b:date	-3	-2	-2	23	-20	-2	3	4
b:email	14	6	-5	7	-11	5	-14	-4
b:jump	-10	-3	15	-10	8	-4	-3	8
b:login	-8	58	19	-7	-20	-11	-19	-13
b:message	10	-1	-2	-5	-10	-1	1	8
b:newsletter	-11	-3	44	-2	-2	-14	-9	-2
b:order	-17	-2	-5	76	-28	-3	-5	-15
b:other_button	-20	4	5	27	7	0	-4	-20
b:password	-3	-3	-21	-4	-15	61	-10	-5
b:poll	-5	-1	-4	-4	19	-1	-2	-2
b:quote	-3	-1	-2	19	-19	-3	-3	12
b:recover	-1	5	-3	-2	-7	14	-3	-3
b:register	-7	-27	10	-4	-0	-20	56	-6
b:search	-12	-8	-12	-5	9	-8	-9	45
b:sort	-0	-1	-1	2	-6	-0	1	5
b:user	-0	-1	-0	-0	-2	1	3	-0
b:website	1	-0	1	-1	3	-0	-3	0
box>-1	24	-13	-7	19	3	-21	-10	6
box>-4	23	-13	-13	19	2	-18	-6	5
box>1	5	-6	-7	-12	-14	-8	-4	46
box>2.5	-4	-5	-6	-10	-5	-7	-3	39
box>4	-7	-6	-4	-6	9	-4	-3	20
box>6	-1	-1	-1	-1	-4	-1	-1	10
button=0	2	-12	-5	1	10	1	3	0
button=1	0	7	1	-1	11	-3	-11	-5
button=2	2	-0	-1	1	3	-3	1	-3
button>0	-1	5	-3	-4	18	-6	-11	2
button>1	-2	-1	-4	-4	7	-4	0	8
button>2	-4	-1	-3	-5	4	-1	-1	10
checkbox=0	-2	-11	-11	8	7	13	-10	7
checkbox=1	9	8	-7	-9	8	-14	10	-5
checkbox=2	-1	-1	12	-1	-3	-1	-3	-1
checkbox=3	-14	-0	-3	2	21	-1	-2	-2
checkbox=4	9	-3	1	-4	-4	-2	-1	4
checkbox>0	3	4	3	-12	21	-18	3	-4
checkbox>1	-7	-4	10	-2	13	-4	-7	1
checkbox>2	-5	-4	-2	-1	17	-3	-4	2
checkbox>5	-5	-0	-0	-2	6	-1	-1	3
email=0	-1	-1	-42	12	18	11	-8	12
email=1	2	-5	34	-15	10	-16	-1	-9
email>0	2	-6	34	-15	10	-16	1	-9
f:address	1	9	-3	-1	-4	-1	-4	3
f:calculate	-4	-0	2	-1	13	-1	-1	-9
f:category	4	1	-0	-0	-9	-2	-1	7
f:clear	-4	-6	-14	-2	-5	35	-3	-2
f:comment	35	2	-6	-5	-21	-3	0	-2
f:company	-3	9	7	-2	-5	-2	-2	-1
f:contact	60	-2	-1	-7	-21	-7	-12	-10
f:date	-1	0	1	3	-4	-1	2	-1
f:email	7	3	21	-2	-6	1	-22	-2
f:login	-8	50	-18	-8	-9	-8	15	-14
f:matter	-1	-0	-0	1	-4	-0	-0	4
f:message	4	0	-0	-1	-2	-0	-1	-0
f:newsletter	-6	-11	81	-6	-26	-25	-0	-7
f:order	-14	-4	-7	55	-2	-8	-1	-20
f:other_button	12	-6	4	7	46	-12	-15	-35
f:password	-8	-12	-14	-5	-23	75	-7	-6
f:phone	-1	-1	-1	-2	10	-1	-1	-3
f:poll	-10	-1	2	-5	33	-3	-4	-12
f:product	-1	-2	-3	20	-21	-4	-2	14
f:quote	-6	-4	-6	-12	40	-5	-5	-2
f:recover	-4	-8	-7	-2	-6	36	-7	-2
f:register	-18	-25	-7	-8	-21	-25	112	-8
f:search	-11	-6	-12	-16	-29	-9	-6	90
f:switch	-5	-1	-2	-2	9	-3	18	-15
f:user	-20	-21	-12	-7	26	27	15	-7
f:website	-10	-3	-1	1	14	-19	28	-12
file=0	-4	-4	-6	-2	21	-3	-9	7
file=1	3	-2	-2	-1	3	-2	4	-1
file>0	5	-2	-2	-2	7	-3	1	-4
first box search	-3	-2	-5	-7	-22	-5	-2	46
h:address	3	-0	-3	-4	-2	-2	7	1
h:captcha	4	-3	-6	-2	-4	7	4	-0
h:category	-2	-3	-0	-3	12	-6	-1	3
h:comment	19	-0	-4	-2	-8	-1	-3	-1
h:coupon	-7	-1	1	19	-8	-2	-1	0
h:date	-11	2	5	13	-5	-12	10	-3
h:email	-1	-4	6	-2	5	-1	-2	-1
h:filter	0	-0	-1	-2	4	-1	-3	2
h:language	1	-2	-7	18	-12	4	-1	-1
h:login	-5	23	-3	-3	-8	4	-6	-2
h:matter	-10	-3	45	3	-26	0	-4	-5
h:message	1	1	-1	3	-5	-1	1	1
h:newsletter	-1	-4	-3	-1	-3	-15	29	-1
h:order	-3	-1	-2	26	-17	-2	5	-6
h:other_button	-11	20	-1	7	6	-2	-9	-10
h:pagesize	-0	-0	-0	-1	-1	-0	-0	3
h:password	-1	8	-7	-2	-8	1	10	-2
h:person	-9	-3	-2	13	-14	8	6	1
h:poll	-3	-0	5	-4	6	-1	-1	-1
h:price	-10	-1	-4	15	14	-3	-4	-6
h:product	-1	-3	-6	27	-5	-5	-4	-4
h:quantity	-2	-1	-2	33	-19	-2	-0	-6
h:register	-1	-10	-18	-2	-3	-6	36	3
h:remember	-0	5	-1	-0	-1	-1	-3	-0
h:search	-2	-2	-10	2	1	-4	7	7
h:sort	-2	-0	-1	-2	-5	-1	-1	12
h:switch	-11	15	-4	-10	10	-18	26	-7
h:user	-16	6	-4	-1	29	-4	-7	-4
h:website	-7	-38	-2	-0	27	-3	29	-6
hidden=0	-1	1	-0	-12	21	-4	-26	21
hidden=1	-11	9	-6	-10	-5	14	15	-6
hidden=2	33	-24	-10	-12	19	-7	0	0
hidden=3	-12	-3	-1	10	21	-5	3	-12
hidden=4	-9	11	9	21	-28	-3	0	-1
hidden>0	2	-8	-8	8	7	-1	18	-19
hidden>1	12	-16	-2	19	12	-15	3	-13
hidden>2	-21	8	8	30	-7	-8	3	-13
hidden>5	-10	-6	11	37	-34	-4	0	7
l:address	8	7	36	-12	-7	-15	-1	-17
l:agree	4	-1	11	-2	-1	-1	-5	-5
l:birth	-3	-2	9	3	-5	-1	2	-3
l:captcha	1	2	-2	-2	12	-5	-0	-6
l:category	15	-2	-4	-4	-10	0	-3	8
l:comment	44	-1	-8	3	-25	-2	-6	-4
l:company	0	-3	-3	-3	9	-2	1	1
l:contact	24	-2	0	-9	-8	5	-7	-4
l:coupon	-6	-1	4	-7	17	2	-6	-3
l:date	-3	-2	13	15	-43	-10	-6	36
l:email	27	-7	46	-17	-38	3	24	-38
l:jump	-2	-0	-1	-1	23	-1	-0	-16
l:login	-1	23	-0	-1	-17	-4	-2	3
l:matter	9	-2	-6	6	-1	-4	-9	8
l:message	52	-2	-12	6	-22	-8	-12	-3
l:newsletter	-5	-4	31	6	-7	-19	2	-4
l:order	-5	-1	-5	2	5	-3	-5	13
l:other_button	-18	-5	-5	-9	23	7	-6	14
l:password	-14	34	-25	-9	-12	-1	38	-10
l:person	3	-12	24	-7	21	-16	11	-23
l:phone	12	-2	-10	1	8	-4	-0	-5
l:poll	-14	-1	-2	-2	28	-3	-5	-1
l:price	-3	-1	-2	4	-11	-2	-1	16
l:product	1	-0	-0	1	-16	-1	-1	16
l:quantity	-2	-1	-2	28	-14	-1	-1	-7
l:quote	-1	-1	-3	-3	14	-3	-2	-1
l:recover	-0	-1	-1	-0	-1	3	0	-0
l:register	2	-8	9	-5	-5	-4	5	6
l:remember	-6	-4	-3	-2	37	-5	-14	-3
l:search	-5	-3	-4	-10	-19	-4	-0	46
l:sort	-3	-1	-1	-5	-15	-2	-1	27
l:user	-12	-8	-5	-7	11	8	23	-11
l:website	-7	-3	-4	-2	15	-4	6	-1
method=post	20	16	22	-22	-16	19	0	-39
method=post & comment	30	1	-8	9	-23	-6	1	-6
method=post & login	-21	48	7	-14	4	-1	-5	-19
method=post & newsletter	-6	-12	64	-8	-10	-26	7	-8
method=post & no box	-1	-13	-14	4	43	-1	2	-20
method=post & order	-13	-5	-10	58	8	-11	-10	-16
method=post & recover	-9	21	-12	-6	-21	54	-19	-7
method=post & register	-24	-2	-1	-17	-14	-17	93	-18
method=post & search	-2	-7	-12	-7	19	-11	-6	27
multipart	0	-4	43	-12	13	-18	-7	-15
n:address	-19	-10	-16	0	2	-6	44	4
n:agree	-1	-14	17	2	-11	-4	13	-2
n:birth	-1	-2	9	-2	-6	-2	6	-3
n:captcha	8	-2	1	-7	5	8	-3	-10
n:category	14	-1	-2	-6	-23	-3	18	3
n:comment	20	-2	-8	2	5	-5	-8	-3
n:company	-3	-4	-4	-2	2	-2	14	-1
n:contact	20	-2	-6	-7	-8	4	-6	6
n:coupon	-15	-3	3	12	22	-0	-8	-10
n:date	-5	-5	-5	-14	0	6	2	20
n:email	7	-16	18	-14	-41	27	60	-41
n:filter	-2	-1	-2	-1	17	-1	-1	-9
n:login	-6	30	-6	-5	16	-5	-14	-10
n:matter	32	-4	-10	-12	-13	-4	-0	11
n:message	56	-3	-14	-5	-27	-10	-7	11
n:newsletter	-3	-7	17	9	-6	-10	4	-4
n:order	-3	-1	-5	6	14	-3	-4	-5
n:other_button	-12	2	-0	-1	-17	22	-1	8
n:password	-14	39	-28	-10	-8	3	32	-14
n:person	6	-6	-20	-13	6	21	22	-16
n:phone	4	-3	-6	9	6	-3	0	-6
n:poll	-8	-4	-4	-3	38	-2	-4	-14
n:price	-3	-1	-1	-4	-10	-1	-2	21
n:product	-2	-1	-1	17	-9	-1	-1	-2
n:quantity	-3	-2	-4	66	-34	-4	-0	-18
n:recover	-2	-2	-3	-3	8	4	-1	-2
n:register	-4	-3	-5	-2	-5	-7	25	2
n:remember	-6	20	-2	-1	4	-3	-11	-2
n:search	-7	-6	-4	-8	6	-4	-2	25
n:sort	-2	-0	-1	-2	-21	-1	-1	27
n:switch	-13	-1	-2	4	50	-4	-3	-31
n:user	-25	2	-25	-1	15	4	11	19
n:website	-5	-3	-5	-5	29	-3	-4	-5
no box	13	-19	-20	3	31	-0	-8	1
no box & newsletter	-2	-0	-1	-1	22	-1	-1	-15
no box & order	4	-2	-4	15	-2	-5	-5	-0
no box & register	-8	-3	-4	-9	27	-5	11	-9
no box & search	5	-1	-2	-5	2	-3	-2	7
no box & select>0	-7	-4	-6	3	-9	-11	-6	40
no button	21	-3	-21	-3	9	-1	7	-8
nothing	35	-5	-10	-6	36	-15	-12	-23
one box	-32	35	-3	16	-7	-2	-31	24
one box & 1:email	-12	8	40	-14	-20	28	-7	-24
one box only	-28	-38	4	21	-14	33	-12	34
one box only & 1:email	-9	-27	39	-10	-25	52	-4	-16
one box only & login	-2	-0	6	-3	-10	13	3	-7
one box only & newsletter	-3	-5	52	-3	-5	-19	-13	-4
one box only & order	-2	-1	1	20	-11	-2	-3	-2
one box only & recover	-2	-8	-10	-3	-9	41	-3	-5
one box only & register	-2	-10	20	-3	-6	-4	6	-3
one box only & search	-6	-5	-8	-11	-18	-8	-2	57
options	-8	-10	-19	3	22	-14	-1	26
password=0	16	-62	14	7	48	2	-47	22
password=1	-7	74	-16	-8	-6	-13	-9	-16
password=1 & email=1	-0	6	-2	-0	-2	-2	-0	-0
password=1 & login	-3	48	-10	-5	12	-24	-11	-9
password=1 & newsletter	-0	-2	-2	-0	-2	-1	8	-0
password=1 & order	-0	1	-1	-1	-1	-1	4	-2
password=1 & recover	-1	35	-3	-1	-6	-11	-13	-1
password=1 & register	-4	25	-8	-2	-12	-7	13	-6
password=1 & text>1	-3	-7	-2	-2	2	-4	21	-6
password=2	-8	-18	-7	-4	-14	5	47	-3
password=2 & login	-2	-10	-4	-1	-2	-4	22	-0
password=2 & newsletter	-1	-2	-2	-0	-1	-0	6	-0
password=2 & register	-3	-13	-5	-2	-3	-6	33	-1
password>0	-15	56	-22	-11	-20	-8	39	-19
password>1	-8	-19	-7	-4	-14	5	49	-3
r:category	18	-7	-13	-19	-27	-10	7	51
r:date	-8	-6	-4	2	-24	3	0	36
r:from	8	16	4	-5	-22	-13	-7	19
r:identifier	-8	12	-14	-4	-2	5	-3	13
r:location	-11	8	-9	-6	12	-11	31	-14
r:match	4	-0	-1	-3	-7	-0	-0	8
r:number	-6	-29	-10	61	13	-11	-14	-5
r:price	-4	14	-3	2	-18	-2	-4	15
r:sort	-5	-1	-5	-4	2	-4	-4	22
r:to	-8	-10	-11	6	11	-16	10	20
r:view	0	3	-1	-1	-10	-2	3	8
r:without	5	-2	-1	7	-10	-1	-0	2
radio=0	2	4	-3	-10	13	6	-25	13
radio=2	-8	-2	4	-5	3	-4	20	-7
radio=3	1	-4	-2	10	-9	-2	7	-0
radio=4	6	-3	-7	2	20	-6	-10	-3
radio>0	-2	-10	-5	6	15	-12	18	-10
radio>1	-2	-10	-5	6	15	-12	18	-10
radio>2	7	-8	-9	12	11	-8	-2	-3
radio>5	-3	-1	-6	6	22	-4	-10	-4
required	12	-9	47	-15	-36	-2	10	-6
search name	6	-3	-6	-10	-5	-7	-4	29
search name & login	-2	1	-1	-1	6	-1	-2	-1
search name & newsletter	2	-0	-1	-0	-1	-0	-1	1
search name & one box	-4	-3	-4	-7	-19	-4	-1	43
search name & search	2	-6	-4	-7	-7	-3	-4	29
select=0	11	3	11	-8	8	9	-10	-23
select=1	-6	-4	-8	-5	33	-7	-2	-1
select=2	5	-4	-9	-2	2	-5	4	9
select=3	-3	-1	-1	13	-11	-1	2	3
select=4	-6	-1	-1	-1	-4	-1	-1	15
select>0	-10	-9	-19	5	20	-14	2	26
select>0 & comment	1	-2	-1	0	-2	-0	4	-1
select>0 & login	-5	2	-1	-2	3	-2	7	-2
select>0 & newsletter	-4	-3	1	-2	17	-2	5	-12
select>0 & order	10	-2	-2	34	-45	-2	1	7
select>0 & register	-4	-6	-6	-2	-3	-1	25	-2
select>0 & search	8	-2	-6	-9	-13	-4	-4	29
select>1	-4	-5	-11	10	-13	-7	5	27
select>2	-10	-2	-2	12	-15	-2	1	17
select>5	-6	-0	-1	-3	0	-1	-2	12
submit=0	15	-10	-15	-6	18	-3	1	0
submit=1	-1	7	3	-12	8	1	-1	-4
submit=2	-11	-4	5	10	12	-2	-6	-3
submit=4	-2	1	-1	-5	-7	-1	-0	15
submit>0	-15	4	7	2	10	-2	-8	2
submit>1	-14	-3	4	15	2	-3	-7	6
submit>2	-2	1	-1	5	-10	-1	-1	9
t:category	-5	-1	-1	-2	9	-2	-1	2
t:clear	1	-3	-10	-2	-8	27	-5	-1
t:comment	8	-0	-1	-1	-4	-0	-1	-1
t:contact	41	-1	-10	-5	-12	-3	-6	-3
t:date	-8	14	1	2	-10	-8	1	9
t:email	-1	-2	6	-1	-4	7	-4	-1
t:filter	-2	-1	-2	-4	9	-1	-0	0
t:login	-8	53	5	-4	-4	-13	-22	-6
t:matter	0	-0	-0	9	-4	-0	-1	-4
t:newsletter	-1	-2	25	-2	-9	-5	-7	2
t:order	-4	-1	-4	2	20	-3	-5	-4
t:other_button	-10	-2	10	-7	20	-6	3	-7
t:password	-10	-14	-18	-6	-29	93	-10	-6
t:person	-5	-1	8	-2	5	-1	-0	-4
t:poll	-18	-1	-3	-4	36	-3	-5	-2
t:quote	-3	-1	-2	-1	10	-2	-2	1
t:recover	-6	-4	-7	-2	-7	33	-5	-2
t:register	-7	-12	0	-3	-5	-9	39	-3
t:search	-2	-1	-4	-5	12	-3	-2	5
t:user	0	-1	-4	-1	-3	5	9	-4
tel=0	-7	-6	1	-1	16	-5	-4	4
tel=1	6	-1	-9	-2	12	-1	-3	-2
tel>0	7	-1	-9	-3	11	-1	-3	-2
text=0	16	-16	-14	1	23	-3	-5	-1
text=1	-24	25	13	6	-3	-11	-25	19
text=2	-0	6	12	-22	-8	13	5	-4
text=3	12	-12	-11	1	13	-5	9	-7
text=4	-2	-8	-8	10	3	-0	9	-4
text>0	-15	10	6	-5	5	-3	-2	4
text>1	9	-15	-8	-11	8	8	23	-15
text>2	9	-21	-19	11	16	-5	19	-11
text>5	-12	-4	5	-2	4	1	10	-3
textarea=0	-71	-0	18	-9	28	11	5	19
textarea=1	74	-6	-25	7	-10	-16	-11	-15
textarea>0	72	-6	-26	6	-1	-16	-12	-16
textarea>0 & comment	25	-1	-8	-8	8	-5	-8	-3
textarea>0 & login	1	-1	-2	-2	6	-1	-1	-2
textarea>0 & newsletter	14	-0	-7	-1	-5	-1	0	-0
textarea>0 & order	-12	-0	-1	24	-6	-0	-4	-1
textarea>0 & register	2	-0	-3	-1	-2	-0	6	-0
textarea>0 & search	-3	-1	-1	7	-1	-2	4	-3
textarea>1	-2	-1	-1	-1	9	-1	-1	-1
type=search	-0	-0	-0	-0	-1	-0	-0	3
x:address	22	-5	-25	-16	-4	30	14	-16
x:advanced	-1	3	-1	-2	-5	-2	-2	9
x:agree	39	-8	2	-3	-32	-4	12	-6
x:birth	-1	-1	9	-0	-3	-1	-3	-0
x:captcha	-1	1	-9	-1	-3	10	3	-1
x:category	14	-2	-5	-5	-6	-1	-3	8
x:clear	26	-5	-9	-8	-2	4	-6	1
x:comment	18	-2	-8	8	3	-6	-7	-6
x:company	1	-0	-9	-2	15	-1	-1	-3
x:contact	59	-1	-1	-10	-26	1	-1	-21
x:coupon	-1	1	3	-4	18	2	-10	-9
x:date	-22	-7	14	8	-8	-2	0	16
x:email	23	-7	-9	-13	-1	25	9	-26
x:filter	-1	-1	-2	-6	4	-2	-1	8
x:jump	-6	-2	23	-11	3	-4	-6	4
x:login	-7	9	22	-5	-3	-3	-7	-7
x:matter	9	-4	-4	17	-11	-5	-10	8
x:message	42	-3	-12	-5	-2	-4	-11	-5
x:newsletter	-7	-5	43	-6	14	-14	-10	-15
x:order	2	-2	-5	9	4	-7	-9	7
x:other_button	-13	-9	6	7	-3	-1	5	7
x:password	-14	51	-29	-6	-32	25	14	-8
x:person	8	-7	11	-23	28	-3	-3	-10
x:phone	41	-4	-6	-1	-5	-5	-2	-17
x:poll	-3	-1	-3	-7	29	-4	-6	-6
x:price	-8	-1	2	9	-15	-3	-4	20
x:product	-1	-2	8	8	-19	-2	-6	14
x:quantity	-1	-0	-1	24	-11	-1	-0	-9
x:quote	9	-3	-5	1	3	-5	1	-1
x:recover	-3	26	-6	-2	-10	9	-12	-2
x:register	-11	9	1	-10	13	5	8	-14
x:remember	-2	-8	7	-2	23	-5	-12	-2
x:search	4	-2	-6	-11	-6	-8	0	28
x:sort	-2	-1	-1	-2	-4	-2	-0	12
x:switch	-0	-0	-0	4	0	-1	-1	-2
x:user	2	30	-6	7	-38	6	23	-24
x:website	9	-3	-6	-4	15	-6	4	-10
bias	1	-7	-8	-4	28	-6	-7	3
"""
